// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The Maven modules of the product with the dependencies in their poms. Modules of tests are left out. */
final class Modules {
    /**
     * A module.
     *
     * @param path folder of the module in the checkout, for example libs/wire
     * @param description text of the pom
     * @param dependencies paths of the modules that the main code depends on, as the pom names them
     * @param lines lines of main code in Java
     */
    record Module(String path, String description, Set<String> dependencies, int lines) {
        /** Returns the last part of the path. */
        String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        /** Returns the first part of the path: libs, services, tools, research or standalone. */
        String folder() {
            return path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
        }
    }

    private Modules() {}

    /** Returns the modules by path, each after those that it depends on. */
    static Map<String, Module> read() throws IOException {
        List<String> paths = children(pom(""), "modules").stream()
                .filter(path -> !path.contains("tests") && !path.contains("benchmark"))
                .toList();
        Map<String, String> pathOfArtifact = new LinkedHashMap<>();
        Map<String, Element> poms = new LinkedHashMap<>();
        for (String path : paths) {
            Element pom = pom(path);
            poms.put(path, pom);
            pathOfArtifact.put(child(pom, "artifactId"), path);
        }
        Map<String, Module> modules = new LinkedHashMap<>();
        for (Map.Entry<String, Element> pom : poms.entrySet()) {
            modules.put(pom.getKey(), module(pom.getKey(), pom.getValue(), pathOfArtifact));
        }
        return sorted(modules);
    }

    private static Module module(String path, Element pom, Map<String, String> pathOfArtifact) throws IOException {
        Set<String> dependencies = new TreeSet<>();
        for (Element section : elements(pom, "dependencies")) {
            for (Element dependency : elements(section, "dependency")) {
                String on = pathOfArtifact.get(child(dependency, "artifactId"));
                if (on != null && !child(dependency, "scope").equals("test")) {
                    dependencies.add(on);
                }
            }
        }
        int lines = 0;
        Path sources = ReferencePage.root().resolve(path).resolve("src/main/java");
        try (Stream<Path> all = Files.exists(sources) ? Files.walk(sources) : Stream.empty()) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(".java")).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }
        return new Module(path, child(pom, "description"), dependencies, lines);
    }

    /** Sorts modules so that each one follows its dependencies. */
    private static Map<String, Module> sorted(Map<String, Module> modules) {
        Map<String, Module> sorted = new LinkedHashMap<>();
        while (sorted.size() < modules.size()) {
            List<Module> next = modules.values().stream()
                    .filter(module -> !sorted.containsKey(module.path()))
                    .filter(module -> sorted.keySet().containsAll(module.dependencies()))
                    .toList();
            if (next.isEmpty()) {
                throw new AssertionError("modules depend on each other in a circle, or on a module of tests");
            }
            next.forEach(module -> sorted.put(module.path(), module));
        }
        return sorted;
    }

    private static Element pom(String path) throws IOException {
        Path file = ReferencePage.root().resolve(path).resolve("pom.xml");
        try (InputStream in = Files.newInputStream(file)) {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is no XML", e);
        }
    }

    /** Returns the texts of the elements in a section of a pom. */
    private static List<String> children(Element parent, String section) {
        List<String> texts = new ArrayList<>();
        for (Element found : elements(parent, section)) {
            elements(found, null)
                    .forEach(element -> texts.add(element.getTextContent().strip()));
        }
        return texts;
    }

    private static String child(Element parent, String name) {
        List<Element> found = elements(parent, name);
        return found.isEmpty() ? "" : found.getFirst().getTextContent().strip().replaceAll("\\s+", " ");
    }

    private static List<Element> elements(Element parent, @Nullable String name) {
        List<Element> elements = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element
                    && (name == null || element.getTagName().equals(name))) {
                elements.add(element);
            }
        }
        return elements;
    }
}
