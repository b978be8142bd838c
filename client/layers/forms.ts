/*
 * What all that edits records has in common.
 * Nothing imports this file: the build adds it to those that have it (scripts/fewChunks.mjs).
 */
import '#shared/references.ts'
import '../list/Panel.tsx'
import '../list/PanelFailure.tsx'
import '../list/RecordForm.tsx'
import '../list/answerForm.ts'
import '../list/saveChanges.ts'
