import { expect, test } from 'vitest'
import { superviseProgram } from '#scripts/superviseProgram.mjs'
import type { ProgramEnd, ListeningMessage, Program } from '#scripts/programs.mjs'

/** Creates a program whose runs the test ends. */
function controlRuns() {
  const runs: { listen: () => void; end: (ending: ProgramEnd) => void; signals: string[] }[] = []
  const { promise: untilRun, resolve: onRun } = Promise.withResolvers<void>()
  let announceRun = onRun
  let nextRun = untilRun
  const start = (): Program => {
    const listening = Promise.withResolvers<ListeningMessage>()
    const ended = Promise.withResolvers<ProgramEnd>()
    const signals: string[] = []
    runs.push({
      listen: () => listening.resolve({ type: 'listening', url: 'http://127.0.0.1:1' }),
      end: ended.resolve,
      signals,
    })
    announceRun()
    const following = Promise.withResolvers<void>()
    nextRun = following.promise
    announceRun = following.resolve
    return {
      listening: listening.promise,
      ended: ended.promise,
      onProgress: () => {},
      kill: (signal) => void signals.push(signal),
    }
  }
  return { runs, start, untilNextRun: () => nextRun }
}

const died: ProgramEnd = { code: null, reason: 'The platform ended unexpectedly (SIGKILL).' }
const options = { pauseMs: 0, print: () => {} }

test('a program that died is restarted, and the command says so', async () => {
  const { runs, start, untilNextRun } = controlRuns()
  const lines: string[] = []
  const program = superviseProgram(start, { pauseMs: 0, print: (line) => lines.push(line) })
  runs[0]?.listen()
  await program.listening
  const restarted = untilNextRun()
  runs[0]?.end(died)
  await restarted
  expect(runs).toHaveLength(2)
  expect(lines).toEqual(['The platform ended unexpectedly (SIGKILL). Restarting it.'])

  program.kill('SIGTERM')
  expect(runs[1]?.signals).toEqual(['SIGTERM'])
  runs[1]?.end({ code: 0, reason: '' })
  expect(await program.ended).toEqual({ code: 0, reason: '' })
})

test('a program that ends before it listens is not restarted', async () => {
  const { runs, start } = controlRuns()
  const program = superviseProgram(start, options)
  runs[0]?.end({ code: 1, reason: 'PORT must be a whole number.' })
  expect(await program.ended).toMatchObject({ code: 1 })
  expect(runs).toHaveLength(1)
})

test('a program that keeps dying is not restarted forever', async () => {
  const { runs, start, untilNextRun } = controlRuns()
  const program = superviseProgram(start, { ...options, limit: 2 })
  runs[0]?.listen()
  await program.listening
  for (const at of [0, 1]) {
    const restarted = untilNextRun()
    runs[at]?.end(died)
    await restarted
  }
  runs[2]?.end(died)
  expect(await program.ended).toEqual(died)
  expect(runs).toHaveLength(3)
})
