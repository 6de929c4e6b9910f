// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The source files of compiled classes and the files that each refers to. A reference is any mention of a class in the
 * constant pool. Inlined constants and patterns of a switch therefore count, which ArchUnit does not see. The list of
 * permitted subclasses of a sealed type is no reference.
 */
final class FileGraph {
    private static final Pattern TYPE_IN_DESCRIPTOR = Pattern.compile("L([\\w/$]+)[;<]");

    private final Map<String, Set<String>> references = new TreeMap<>();

    /** Reads the class files of {@code classes}. A file is named by its package and its name, separated by slashes. */
    static FileGraph of(JavaClasses classes) {
        Map<String, ClassModel> models = new HashMap<>();
        for (JavaClass type : classes) {
            type.getSource().ifPresent(source -> {
                try (InputStream in = source.getUri().toURL().openStream()) {
                    ClassModel model = ClassFile.of().parse(in.readAllBytes());
                    models.put(model.thisClass().asInternalName(), model);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        FileGraph graph = new FileGraph();
        models.values().forEach(model -> graph.add(model, models));
        return graph;
    }

    /** Returns the number of files. */
    int size() {
        return references.size();
    }

    /**
     * Returns the files on cycles or between two cycles, each with those of these files to which it refers. Empty
     * without a cycle.
     */
    Map<String, Set<String>> cycles() {
        Map<String, Set<String>> left = new TreeMap<>();
        references.forEach((file, targets) -> left.put(file, new TreeSet<>(targets)));
        boolean changed = true;
        while (changed) {
            Set<String> targets = new HashSet<>();
            left.values().forEach(targets::addAll);
            changed = left.entrySet().removeIf(e -> e.getValue().isEmpty() || !targets.contains(e.getKey()));
            left.values().forEach(each -> each.retainAll(left.keySet()));
        }
        return left;
    }

    private void add(ClassModel model, Map<String, ClassModel> all) {
        String file = file(model);
        Set<String> targets = references.computeIfAbsent(file, f -> new TreeSet<>());
        for (String name : references(model)) {
            ClassModel target = all.get(name);
            if (target != null && !file(target).equals(file)) {
                targets.add(file(target));
            }
        }
    }

    private static String file(ClassModel model) {
        String name = model.thisClass().asInternalName();
        String source = model.findAttribute(Attributes.sourceFile())
                .map(attribute -> attribute.sourceFile().stringValue())
                .orElse(name);
        return name.substring(0, name.lastIndexOf('/') + 1) + source;
    }

    private static Set<String> references(ClassModel model) {
        Set<String> names = names(model);
        model.findAttribute(Attributes.permittedSubclasses()).ifPresent(permitted -> {
            permitted.permittedSubclasses().forEach(entry -> names.remove(entry.asInternalName()));
            names.addAll(names(withoutPermits(model))); // subclasses that the type also mentions elsewhere
        });
        return names;
    }

    /** Returns the class with a new constant pool, which holds only what the rest of the class mentions. */
    private static ClassModel withoutPermits(ClassModel model) {
        ClassFile files = ClassFile.of(ConstantPoolSharingOption.NEW_POOL);
        return files.parse(files.transformClass(
                model, ClassTransform.dropping(element -> element instanceof PermittedSubclassesAttribute)));
    }

    private static Set<String> names(ClassModel model) {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type) {
                names.add(type.asInternalName());
            } else if (entry instanceof Utf8Entry text) {
                Matcher types = TYPE_IN_DESCRIPTOR.matcher(text.stringValue());
                while (types.find()) {
                    names.add(types.group(1));
                }
            }
        }
        return names;
    }
}
