import { assign, fromCallback, setup } from 'xstate'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { throwNotProvided } from './notProvided.ts'

export type UploadEvent =
  | { type: 'upload.progress'; percent: number }
  | {
      type: 'upload.done'
      file: ReferenceValue
      fills?: Readonly<Record<string, string>> | undefined
    }
  | { type: 'upload.refused'; sentence: string }

interface UploadContext {
  currentFile: ReferenceValue | null
  selectedFile: { name: string } | null
  percent: number
  errorMessage: string
}

/**
 * Upload of one field's file. Selecting another file cancels the current upload. Callers provide
 * `upload`, whose cleanup ends the call.
 */
export const uploadMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: UploadContext
    events:
      | UploadEvent
      | { type: 'file.choose'; file: { name: string } }
      | { type: 'upload.cancel' }
      | { type: 'file.remove' }
    input: Pick<UploadContext, 'currentFile' | 'selectedFile'>
    tags: 'uploading' | 'refused'
  },
  actors: {
    upload: fromCallback<UploadEvent, { file: { name: string } | null }, UploadEvent>(() =>
      throwNotProvided('upload'),
    ),
  },
  actions: {
    choose: assign((_, { file }: { file: { name: string } }) => ({
      selectedFile: file,
      percent: 0,
    })),
    count: assign((_, { percent }: { percent: number }) => ({ percent })),
    keep: assign((_, { file }: { file: ReferenceValue | null }) => ({ currentFile: file })),
    explain: assign((_, { sentence }: { sentence: string }) => ({ errorMessage: sentence })),
  },
  guards: { isChosen: ({ context }) => context.selectedFile !== null },
}).createMachine({
  id: 'upload',
  description: 'The file of one field: chosen, uploading, accepted, or rejected.',
  context: ({ input }) => ({ ...input, percent: 0, errorMessage: '' }),
  on: {
    'file.choose': {
      target: '.uploading',
      actions: { type: 'choose', params: ({ event }) => event },
    },
    'file.remove': {
      target: '.settled',
      actions: { type: 'keep', params: { file: null } },
    },
    'upload.cancel': '.settled',
    // Can also come before anything was sent: several files at once are rejected.
    'upload.refused': {
      target: '.refused',
      actions: { type: 'explain', params: ({ event }) => event },
    },
  },
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isChosen', target: 'uploading' }, { target: 'settled' }] },
    settled: {},
    uploading: {
      tags: 'uploading',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context: { selectedFile } }) => ({ file: selectedFile }),
      },
      on: {
        'upload.progress': { actions: { type: 'count', params: ({ event }) => event } },
        'upload.done': {
          target: 'settled',
          actions: { type: 'keep', params: ({ event }) => event },
        },
      },
    },
    refused: { tags: 'refused' },
  },
})
