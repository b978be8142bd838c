import { assign, fromCallback, setup } from 'xstate'
import type { Picked } from '#shared/engine/list/picked.ts'
import { notProvided } from './provided.ts'

export type UploadNews =
  | { type: 'upload.progress'; percent: number }
  | { type: 'upload.done'; file: Picked; fills?: Readonly<Record<string, string>> | undefined }
  | { type: 'upload.refused'; sentence: string }

interface UploadContext {
  kept: Picked | null
  chosen: { name: string } | null
  percent: number
  sentence: string
}

/** Choosing once more gives up what is on its way. To provide: `upload` (its clean-up ends the call). */
export const uploadMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: UploadContext
    events:
      | UploadNews
      | { type: 'file.choose'; file: { name: string } }
      | { type: 'upload.cancel' }
      | { type: 'file.remove' }
    input: Pick<UploadContext, 'kept' | 'chosen'>
    tags: 'uploading' | 'refused'
  },
  actors: {
    upload: fromCallback<UploadNews, { file: { name: string } | null }, UploadNews>(() =>
      notProvided('upload'),
    ),
  },
  actions: {
    choose: assign((_, { file }: { file: { name: string } }) => ({ chosen: file, percent: 0 })),
    count: assign((_, { percent }: { percent: number }) => ({ percent })),
    keep: assign((_, { file }: { file: Picked | null }) => ({ kept: file })),
    explain: assign((_, { sentence }: { sentence: string }) => ({ sentence })),
  },
  guards: { isChosen: ({ context }) => context.chosen !== null },
}).createMachine({
  id: 'upload',
  description: 'The file of one field: chosen, uploading, accepted, or rejected.',
  context: ({ input }) => ({ ...input, percent: 0, sentence: '' }),
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
    // Also before anything was sent: several files at once are none.
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
        input: ({ context: { chosen } }) => ({ file: chosen }),
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
