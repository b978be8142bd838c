import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { uploadMachine } from '#machines/upload.ts'
import type { UploadEvent } from '#machines/upload.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const oldFile = { id: 3, label: 'old.png' }
const newFile = { id: 4, label: 'new.png' }
const selectedFile = { name: 'new.png' }
const sentence = 'The file is PDF.'

type UploadInput = { file: { name: string } | null }

test('an upload reaches every state and takes every transition', async () => {
  const machine = uploadMachine.provide({
    actors: { upload: fromCallback<UploadEvent, UploadInput, UploadEvent>(() => undefined) },
  })
  const coverage = await walkEveryEdge({
    machine,
    inputs: [
      { currentFile: oldFile, selectedFile: null },
      { currentFile: null, selectedFile },
    ],
    events: [
      { type: 'file.choose', file: selectedFile },
      { type: 'file.remove' },
      { type: 'upload.cancel' },
      { type: 'upload.progress', percent: 40 },
      { type: 'upload.done', file: newFile },
      { type: 'upload.refused', sentence },
    ],
    states: {
      settled: (snapshot) => expect(snapshot.hasTag('uploading')).toBe(false),
      uploading: ({ context }) => expect(context.selectedFile).toEqual(selectedFile),
      refused: ({ context }) => expect(context.errorMessage).toBe(sentence),
    },
  })
  expectFullCoverage(machine, coverage)
})

/** Starts the machine with an upload that the test advances. */
function startUpload() {
  const startedNames: (string | undefined)[] = []
  let ended = 0
  let report: (event: UploadEvent) => void = () => undefined
  const machine = uploadMachine.provide({
    actors: {
      upload: fromCallback<UploadEvent, UploadInput, UploadEvent>(({ input, sendBack }) => {
        startedNames.push(input.file?.name)
        report = sendBack
        return () => {
          ended += 1
        }
      }),
    },
  })
  const actor = createActor(machine, {
    input: { currentFile: oldFile, selectedFile: null },
  }).start()
  return { actor, startedNames, ended: () => ended, report: (event: UploadEvent) => report(event) }
}

test('a file that is already chosen starts uploading, and nothing does without one', () => {
  const machine = uploadMachine.provide({
    actors: { upload: fromCallback<UploadEvent, UploadInput, UploadEvent>(() => undefined) },
  })
  const start = (file: { name: string } | null) =>
    createActor(machine, { input: { currentFile: oldFile, selectedFile: file } })
      .start()
      .getSnapshot().value
  expect(start(selectedFile)).toBe('uploading')
  expect(start(null)).toBe('settled')
})

test('the current file stays until the new one is uploaded', () => {
  const { actor, report } = startUpload()
  actor.send({ type: 'file.choose', file: selectedFile })
  report({ type: 'upload.progress', percent: 99 })
  expect(actor.getSnapshot().context).toMatchObject({ currentFile: oldFile, percent: 99 })
  report({ type: 'upload.done', file: newFile })
  expect(actor.getSnapshot().context.currentFile).toEqual(newFile)
})

test('a rejected file keeps the current one and shows the reason', () => {
  const { actor, report } = startUpload()
  actor.send({ type: 'file.choose', file: selectedFile })
  report({ type: 'upload.refused', sentence })
  expect(actor.getSnapshot().context).toMatchObject({
    currentFile: oldFile,
    errorMessage: sentence,
  })
  actor.send({ type: 'upload.cancel' })
  expect(actor.getSnapshot().value).toBe('settled')
  expect(actor.getSnapshot().context.currentFile).toEqual(oldFile)
})

test('selecting another file, canceling, and removing each stop the upload', () => {
  for (const end of [
    { type: 'file.choose', file: { name: 'third.png' } },
    { type: 'upload.cancel' },
    { type: 'file.remove' },
  ] as const) {
    const { actor, startedNames, ended, report } = startUpload()
    actor.send({ type: 'file.choose', file: selectedFile })
    actor.send(end)
    expect(ended()).toBe(1)
    expect(startedNames.at(-1)).toBe('file' in end ? 'third.png' : 'new.png')
    report({ type: 'upload.done', file: newFile })
    if (!('file' in end)) expect(actor.getSnapshot().context.currentFile).not.toEqual(newFile)
  }
})
