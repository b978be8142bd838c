/*
 * What the screens behind the sign-in have in common. Each of them imports this file, and so do their parts and actions,
 * so that the build puts it all into one chunk: many small chunks compress badly.
 */
import '#shared/recordCalls.ts'
import '#shared/validation.ts'
import './list/ResourceList.tsx'
import './list/listLoader.ts'
import './ui/Badge.tsx'
import './ui/Progress.tsx'
