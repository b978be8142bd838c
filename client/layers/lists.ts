/*
 * What the screens of lists and their panels have in common.
 * Nothing imports this file: the build adds it to those that have it (scripts/fewChunks.mjs).
 */
import '../list/ResourceList.tsx'
import '../list/listLoader.ts'
