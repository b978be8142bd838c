/*
 * What the screens behind the sign-in have in common. Nothing imports this file: the build adds it to each of them
 * (scripts/fewChunks.mjs), so that it stands in one chunk and not in twenty small ones, which compress badly.
 */
import '#shared/recordCalls.ts'
import './list/ResourceList.tsx'
import './list/listLoader.ts'
import './ui/Badge.tsx'
import './ui/Progress.tsx'
