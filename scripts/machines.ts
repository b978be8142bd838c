import { writeFile } from 'node:fs/promises'
import { machinesReadme, machinesReadmePath } from './machinesReadme.ts'

// Draws every machine into machines/README.md.
await writeFile(machinesReadmePath, await machinesReadme())
