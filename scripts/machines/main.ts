import { writeFile } from 'node:fs/promises'
import { machinesReadme, machinesReadmePath } from './machinesReadme.ts'

await writeFile(machinesReadmePath, await machinesReadme())
