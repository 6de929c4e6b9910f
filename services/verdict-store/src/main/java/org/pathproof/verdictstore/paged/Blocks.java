// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import org.pathproof.verdictstore.memory.Chunks;
import org.pathproof.verdictstore.memory.Readers;
import org.pathproof.verdictstore.memory.Slabs;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.verdictstore.row.Block;
import org.pathproof.verdictstore.row.BlockEditor;

/**
 * The blocks of one shard by handle, in all versions that readers may need. A changed block gets a new place, which has
 * the handle of the previous one and the number of the commit. The previous place is freed when every reader is of that
 * commit or a later one. Numbers of commits are compared by their difference, because they may overflow; so a block
 * gets number 0, which every reader may see, when its previous block is freed. One thread writes; any thread reads.
 */
final class Blocks {
    private static final int COMMIT = 0;
    private static final int PREVIOUS = 4;

    private final Slabs slabs;
    private final Readers readers;
    /** Replaced blocks in the order of their replacement, as a ring. */
    private int[] retired = new int[1 << 8];
    /** The block that replaced the retired one; 0 for none. */
    private int[] successors = new int[1 << 8];
    /** Tickets of {@link Readers#advance}; 0 for the blocks of the commit that is being written. */
    private long[] tickets = new long[1 << 8];

    private int first;
    private int count;
    private int ticketed;

    Blocks(Chunks chunks, Readers readers) {
        this.slabs = new Slabs(chunks);
        this.readers = readers;
    }

    byte[] array(int handle) {
        return slabs.array(handle);
    }

    /** Returns the index of a block in its array. */
    static int at(int handle) {
        return Chunks.offset(handle) + Block.PREFACE;
    }

    /** Returns the handle of the block that a reader of a commit sees; 0 if there was none yet. */
    int visible(int newest, int commit) {
        int handle = newest;
        while (handle != 0) {
            byte[] array = slabs.array(handle);
            int at = Chunks.offset(handle);
            int written = Words.i32(array, at + COMMIT);
            if (written == 0 || written - commit <= 0) {
                return handle;
            }
            handle = Words.i32(array, at + PREVIOUS);
        }
        return 0;
    }

    /**
     * Writes a block.
     *
     * @param old handle of the block that it replaces; 0 for none
     * @param commit number of the commit that is being written, not 0
     * @return the handle
     */
    int write(BlockEditor block, int old, int commit) {
        int size = block.length() + Block.PREFACE;
        if (old != 0 && Words.i32(slabs.array(old), Chunks.offset(old) + COMMIT) == commit) {
            if (size <= slabs.capacity(old)) { // no reader sees this version
                block.store(slabs.array(old), at(old));
                return old;
            }
            // A reader may be on its way over this version to the one before, so its place is not freed at once.
            int handle = allocate(block, size, commit, Words.i32(slabs.array(old), Chunks.offset(old) + PREVIOUS));
            retire(old, handle);
            return handle;
        }
        int handle = allocate(block, size, old == 0 ? 0 : commit, old);
        if (old != 0) {
            retire(old, handle);
        }
        return handle;
    }

    /** Writes a block that every reader may see. Returns the handle. */
    int restore(byte[] block, int length) {
        int handle = slabs.allocate(length + Block.PREFACE);
        byte[] array = slabs.array(handle);
        int at = Chunks.offset(handle);
        Words.putI32(array, at + COMMIT, 0);
        Words.putI32(array, at + PREVIOUS, 0);
        System.arraycopy(block, 0, array, at + Block.PREFACE, length);
        return handle;
    }

    private int allocate(BlockEditor block, int size, int commit, int previous) {
        int handle = slabs.allocate(size);
        byte[] array = slabs.array(handle);
        int at = Chunks.offset(handle);
        Words.putI32(array, at + COMMIT, commit);
        Words.putI32(array, at + PREVIOUS, previous);
        block.store(array, at + Block.PREFACE);
        return handle;
    }

    /** Takes a block out that nothing replaces. */
    void drop(int handle) {
        retire(handle, 0);
    }

    private void retire(int handle, int successor) {
        if (count == retired.length) {
            grow();
        }
        int at = first + count++ & retired.length - 1;
        retired[at] = handle;
        successors[at] = successor;
        tickets[at] = 0;
    }

    private void grow() {
        int length = retired.length;
        int[] moreRetired = new int[2 * length];
        int[] moreSuccessors = new int[2 * length];
        long[] moreTickets = new long[2 * length];
        for (int i = 0; i < count; i++) {
            int at = first + i & length - 1;
            moreRetired[i] = retired[at];
            moreSuccessors[i] = successors[at];
            moreTickets[i] = tickets[at];
        }
        retired = moreRetired;
        successors = moreSuccessors;
        tickets = moreTickets;
        first = 0;
    }

    /** Frees the replaced blocks that no reader needs. The writer has published the state of the commit. */
    void afterPublication() {
        if (count == 0) {
            return;
        }
        if (ticketed < count) {
            long ticket = readers.advance();
            for (; ticketed < count; ticketed++) {
                tickets[first + ticketed & retired.length - 1] = ticket;
            }
        }
        long oldest = readers.oldest();
        while (count > 0 && tickets[first] < oldest) {
            int successor = successors[first];
            if (successor != 0) {
                byte[] array = slabs.array(successor);
                int at = Chunks.offset(successor);
                Words.putI32(array, at + COMMIT, 0);
                Words.putI32(array, at + PREVIOUS, 0);
            }
            slabs.free(retired[first]);
            first = first + 1 & retired.length - 1;
            count--;
            ticketed--;
        }
    }

    /** Reads a byte of each line of a block. Returns their sum. */
    int touch(int handle, int line) {
        byte[] array = slabs.array(handle);
        int at = Chunks.offset(handle);
        int sum = 0;
        for (int end = at + slabs.capacity(handle); at < end; at += line) {
            sum += array[at];
        }
        return sum;
    }

    /** Returns the memory of blocks. */
    Slabs slabs() {
        return slabs;
    }

    /** Returns true if there are replaced blocks that are not free yet. */
    boolean hasRetired() {
        return count > 0;
    }
}
