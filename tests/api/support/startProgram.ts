import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'

/** A file of `tests/api/programs`. */
export type ProgramName = `${string}Program`

/**
 * Starts a program of `tests/api/programs`, bundled: loading the platform's sources would take four
 * times as long. It inherits no environment variables but those in `env`.
 */
export async function startProgram(
  name: ProgramName,
  env: Record<string, string>,
): Promise<ChildProcess> {
  return fork(join(await getPrerequisite('programs'), `${name}.js`), { env })
}
