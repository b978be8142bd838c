import { writeFile } from 'node:fs/promises'
import { buildMachinesReadme, machinesReadmePath } from './machinesReadme.ts'

await writeFile(machinesReadmePath, await buildMachinesReadme())
