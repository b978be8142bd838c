import { testJobMessages } from './messages.ts'

/** Kinds of jobs that test an integration begin with this. */
export const testJobPrefix = 'test-'

/** Returns the name of the setup that a job tests; null for any other job. */
export function findTestedName({ kind, title }: { kind: string; title: string }): string | null {
  const start = testJobMessages.title('')
  return kind.startsWith(testJobPrefix) && title.startsWith(start)
    ? title.slice(start.length)
    : null
}
