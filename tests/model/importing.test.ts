import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { importingMachine } from '#machines/importing.ts'
import type { ImportEvent } from '#machines/importing.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { getNextImportState, importStates } from '#shared/engine/imports/importStates.ts'
import type { ImportState, ImportStep } from '#shared/engine/imports/importStates.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const states = Object.keys(importStates) as ImportState[] // The keys are the table's.
const steps: ImportStep[] = ['check', 'run']

const buildImport = (state: ImportState): Import => ({
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

const watchedIds: number[] = []
const machine = importingMachine.provide({
  actors: {
    watch: fromCallback<ImportEvent, { id: number }, ImportEvent>(({ input }) => {
      watchedIds.push(input.id)
    }),
  },
})

test('an import reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine,
    inputs: [null, ...states.map(buildImport)].map((known) => ({ known })),
    events: [
      ...[null, ...states.map(buildImport)].map((known) => ({ type: 'import.heard', known })),
      { type: 'import.lost' },
      ...steps.map((type) => ({ type })),
    ],
    states: {
      choosing: ({ context }) => expect(context.known).toBeNull(),
      mapping: (snapshot) => expect(snapshot.hasTag('underWay')).toBe(false),
      checking: (snapshot) => expect(snapshot.hasTag('underWay')).toBe(true),
      ready: (snapshot) => expect(snapshot.can({ type: 'run' })).toBe(true),
      running: (snapshot) => expect(snapshot.hasTag('underWay')).toBe(true),
      waiting: (snapshot) => expect(snapshot.hasTag('lost')).toBe(true),
      ended: (snapshot) => expect(steps.some((type) => snapshot.can({ type }))).toBe(false),
    },
  })
  expectFullCoverage(machine, coverage)
})

test.each(states)(
  'an import that is %s allows the steps of the table that the platform enforces',
  (state) => {
    for (const type of steps) {
      const actor = createActor(machine, { input: { known: buildImport(state) } }).start()
      expect(actor.getSnapshot().value).toBe(state)
      const after = getNextImportState(state, type)
      expect(actor.getSnapshot().can({ type })).toBe(after !== null)
      actor.send({ type })
      expect(actor.getSnapshot().value).toBe(after ?? state)
      actor.stop()
    }
  },
)

test('a running import is watched until it ends', () => {
  watchedIds.length = 0
  const actor = createActor(machine, { input: { known: buildImport('running') } }).start()
  actor.send({ type: 'import.heard', known: buildImport('running') })
  expect(watchedIds).toEqual([3, 3])
  actor.send({ type: 'import.heard', known: buildImport('ended') })
  expect(actor.getSnapshot().value).toBe('ended')
  expect(actor.getSnapshot().children).toEqual({})
})
