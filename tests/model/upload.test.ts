import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { uploadMachine } from '#machines/upload.ts'
import type { UploadEvent } from '#machines/upload.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

const old = { id: 3, label: 'old.png' }
const done = { id: 4, label: 'new.png' }
const chosen = { name: 'new.png' }
const sentence = 'The file is PDF.'

type Begun = { file: { name: string } | null }

test('every state and transition of an upload', async () => {
  const machine = uploadMachine.provide({
    actors: { upload: fromCallback<UploadEvent, Begun, UploadEvent>(() => undefined) },
  })
  const coverage = await walkEveryEdge({
    machine,
    inputs: [
      { currentFile: old, selectedFile: null },
      { currentFile: null, selectedFile: chosen },
    ],
    events: [
      { type: 'file.choose', file: chosen },
      { type: 'file.remove' },
      { type: 'upload.cancel' },
      { type: 'upload.progress', percent: 40 },
      { type: 'upload.done', file: done },
      { type: 'upload.refused', sentence },
    ],
    states: {
      settled: (snapshot) => expect(snapshot.hasTag('uploading')).toBe(false),
      uploading: ({ context }) => expect(context.selectedFile).toEqual(chosen),
      refused: ({ context }) => expect(context.errorMessage).toBe(sentence),
    },
  })
  expectEverything(machine, coverage)
})

/** The machine with an upload that goes on when the test says so. */
function uploading() {
  const begun: (string | undefined)[] = []
  let ended = 0
  let tell: (news: UploadEvent) => void = () => undefined
  const machine = uploadMachine.provide({
    actors: {
      upload: fromCallback<UploadEvent, Begun, UploadEvent>(({ input, sendBack }) => {
        begun.push(input.file?.name)
        tell = sendBack
        return () => {
          ended += 1
        }
      }),
    },
  })
  const actor = createActor(machine, { input: { currentFile: old, selectedFile: null } }).start()
  return { actor, begun, ended: () => ended, tell: (news: UploadEvent) => tell(news) }
}

test('what is there stays until the other file is there too', () => {
  const { actor, tell } = uploading()
  actor.send({ type: 'file.choose', file: chosen })
  tell({ type: 'upload.progress', percent: 99 })
  expect(actor.getSnapshot().context).toMatchObject({ currentFile: old, percent: 99 })
  tell({ type: 'upload.done', file: done })
  expect(actor.getSnapshot().context.currentFile).toEqual(done)
})

test('a file that is refused leaves what was there, and says why', () => {
  const { actor, tell } = uploading()
  actor.send({ type: 'file.choose', file: chosen })
  tell({ type: 'upload.refused', sentence })
  expect(actor.getSnapshot().context).toMatchObject({ currentFile: old, errorMessage: sentence })
  actor.send({ type: 'upload.cancel' })
  expect(actor.getSnapshot().value).toBe('settled')
  expect(actor.getSnapshot().context.currentFile).toEqual(old)
})

test('another choice, a cancel and a removal each end what is on its way', () => {
  for (const end of [
    { type: 'file.choose', file: { name: 'third.png' } },
    { type: 'upload.cancel' },
    { type: 'file.remove' },
  ] as const) {
    const { actor, begun, ended, tell } = uploading()
    actor.send({ type: 'file.choose', file: chosen })
    actor.send(end)
    expect(ended()).toBe(1)
    expect(begun.at(-1)).toBe('file' in end ? 'third.png' : 'new.png')
    tell({ type: 'upload.done', file: done })
    if (!('file' in end)) expect(actor.getSnapshot().context.currentFile).not.toEqual(done)
  }
})
