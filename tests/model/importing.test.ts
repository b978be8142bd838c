import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { importingMachine } from '#machines/importing.ts'
import type { ImportEvent } from '#machines/importing.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { getNextImportState, importStates } from '#shared/engine/imports/importStates.ts'
import type { ImportState, ImportStep } from '#shared/engine/imports/importStates.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

const states = Object.keys(importStates) as ImportState[] // They are the table's own.
const steps: ImportStep[] = ['check', 'run']

const importIn = (state: ImportState): Import => ({
  id: 3,
  name: 'sizes.csv',
  state,
  encoding: 'utf-8',
  delimiter: ',',
  heads: ['Code'],
  samples: [['M']],
  mapping: { code: 0 },
  lines: 1,
  counts: { create: 1, change: 0, unchanged: 0, refused: 0, waiting: 0 },
  reasons: [],
  changes: [],
  totals: [],
  notes: [],
  job: null,
})

const watched: number[] = []
const machine = importingMachine.provide({
  actors: {
    watch: fromCallback<ImportEvent, { id: number }, ImportEvent>(({ input }) => {
      watched.push(input.id)
    }),
  },
})

test('every state and transition of an import', async () => {
  const coverage = await walkEveryEdge({
    machine,
    inputs: [null, ...states.map(importIn)].map((known) => ({ known })),
    events: [
      ...[null, ...states.map(importIn)].map((known) => ({ type: 'import.heard', known })),
      { type: 'import.lost' },
      ...steps.map((type) => ({ type })),
    ],
    states: {
      choosing: ({ context }) => expect(context.known).toBeNull(),
      mapping: (now) => expect(now.hasTag('underWay')).toBe(false),
      checking: (now) => expect(now.hasTag('underWay')).toBe(true),
      ready: (now) => expect(now.can({ type: 'run' })).toBe(true),
      running: (now) => expect(now.hasTag('underWay')).toBe(true),
      waiting: (now) => expect(now.hasTag('lost')).toBe(true),
      ended: (now) => expect(steps.some((type) => now.can({ type }))).toBe(false),
    },
  })
  expectEverything(machine, coverage)
})

test.each(states)(
  'an import that is %s takes the steps of the table, which the platform enforces',
  (state) => {
    for (const type of steps) {
      const actor = createActor(machine, { input: { known: importIn(state) } }).start()
      expect(actor.getSnapshot().value).toBe(state)
      const after = getNextImportState(state, type)
      expect(actor.getSnapshot().can({ type })).toBe(after !== null)
      actor.send({ type })
      expect(actor.getSnapshot().value).toBe(after ?? state)
      actor.stop()
    }
  },
)

test('what is under way is watched until it is heard to have ended', () => {
  watched.length = 0
  const actor = createActor(machine, { input: { known: importIn('running') } }).start()
  actor.send({ type: 'import.heard', known: importIn('running') })
  expect(watched).toEqual([3, 3])
  actor.send({ type: 'import.heard', known: importIn('ended') })
  expect(actor.getSnapshot().value).toBe('ended')
  expect(actor.getSnapshot().children).toEqual({})
})
