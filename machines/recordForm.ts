import { assign, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { begun, checked, clean, collidingFields, merged, only } from './recordFormValues.ts'
import type { FormValues, RecordFormContext, RecordFormInput } from './recordFormValues.ts'

type Read = { values: FormValues; version: number }

type Typed = { field: string; value: unknown }

type RecordFormEvent =
  | ({ type: 'field.input' | 'field.change' } & Typed)
  | { type: 'field.blur'; field: string }
  | { type: 'form.submit' }
  | ({ type: 'form.saved' | 'record.read' } & Read)
  | { type: 'form.refused'; errors: FieldErrors }
  | { type: 'form.conflict'; current: FormValues; version: number }
  | { type: 'conflict.takeTheirs'; field: string }
  | { type: 'form.failed' | 'form.unchanged' }
  | { type: 'form.discard' }
  | { type: 'draft.restore'; values: FormValues }

/** Where both changed a field, the form stays on what it was opened on, so that saving it finds the conflict. */
const whileFitting = {
  guard: { type: 'fits', params: ({ event }: { event: Read }) => event },
  actions: { type: 'takeIn', params: ({ event }: { event: Read }) => event },
} as const

const whileOpen = {
  'form.submit': [
    { guard: 'hasErrors', target: 'refused', actions: 'showErrors' },
    { target: 'saving' },
  ],
  'form.discard': { target: 'editing', actions: 'discard' },
  'draft.restore': {
    target: 'editing',
    actions: { type: 'restore', params: ({ event }: { event: { values: FormValues } }) => event },
  },
} as const

/** One record's form (spec.md section 5; screens.md "Every form"). Saving happens outside; the form hears how it ended. */
export const recordFormMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: RecordFormContext
    events: RecordFormEvent
    input: RecordFormInput
    tags: 'saving'
  },
  actions: {
    // What is being typed counts as unsaved with every key; it is checked when it is committed (spec.md section 5).
    input: assign(({ context }, { field, value }: Typed) => ({
      values: { ...context.values, [field]: value },
    })),
    change: assign(({ context }, { field, value }: Typed) => {
      const { [field]: _answered, ...refusals } = context.refusals
      const values = { ...context.values, [field]: value }
      return checked(context, { values, refusals, visited: [...context.visited, field] })
    }),
    visit: assign(({ context }, { field }: { field: string }) =>
      checked(context, { visited: [...context.visited, field] }),
    ),
    showErrors: assign(({ context }) => {
      const errors = context.validate(context.values, context.initial)
      const visited = [...Object.keys(context.values), ...Object.keys(errors)]
      return { errors, visited, refusals: {} }
    }),
    hold: assign(({ context }) => ({ submitted: context.values, errors: {}, refusals: {} })),
    refuse: assign(({ context }, { errors }: { errors: FieldErrors }) =>
      checked(context, { refusals: errors }),
    ),
    merge: assign(
      ({ context }, { current, version }: { current: FormValues; version: number }) => ({
        ...merged(context, current),
        version,
      }),
    ),
    takeTheirs: assign(({ context }, { field }: { field: string }) => ({
      ...checked(context, {
        values: { ...context.values, [field]: context.initial[field] },
        visited: [...context.visited, field],
      }),
      colliding: context.colliding.filter((name) => name !== field),
    })),
    settle: assign(({ context }, { values: saved, version }: Read) => {
      const typedSince = Object.keys(context.values).filter(
        (field) => !sameValue(context.values[field], context.submitted[field]),
      )
      return { ...clean(saved), version, values: { ...saved, ...only(context.values, typedSince) } }
    }),
    takeIn: assign(({ context }, { values: read, version }: Read) => {
      const { initial, values } = merged(context, read)
      return { ...checked(context, { values, initial }), version }
    }),
    // After a conflict what is saved is theirs, which `merge` made the initial values.
    discard: assign(({ context }) => clean(context.initial)),
    // A draft may be older than the form: fields that are gone stay gone. Restored fields are not checked until they are left.
    restore: assign(({ context }, { values: draft }: { values: FormValues }) => {
      const known = only(draft, Object.keys(context.values))
      return checked(context, { values: { ...context.values, ...known } })
    }),
  },
  guards: {
    startsInConflict: ({ context }) => context.conflict !== null,
    startsRefused: ({ context }) => Object.keys(context.refusals).length > 0,
    fits: ({ context: { initial, values } }, { values: read }: Read) =>
      collidingFields(initial, values, read).length === 0,
    hasErrors: ({ context: { validate, values, initial } }) =>
      Object.keys(validate(values, initial)).length > 0,
  },
}).createMachine({
  id: 'recordForm',
  description: 'A record in a form: edited, saved, rejected, or changed by a colleague.',
  context: ({ input }) => begun(input),
  on: {
    'field.input': { actions: { type: 'input', params: ({ event }) => event } },
    'field.change': { actions: { type: 'change', params: ({ event }) => event } },
    'field.blur': { actions: { type: 'visit', params: ({ event }) => event } },
  },
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'startsInConflict', target: 'conflict' },
        { guard: 'startsRefused', target: 'refused' },
        { target: 'editing' },
      ],
    },
    editing: { on: { ...whileOpen, 'record.read': whileFitting } },
    /** The last submit was refused, here or by the server; focus belongs on the first bad field. */
    refused: {
      on: {
        ...whileOpen,
        'record.read': whileFitting,
        'field.change': {
          target: 'editing',
          actions: { type: 'change', params: ({ event }) => event },
        },
      },
    },
    /** What they changed elsewhere is merged in; where both changed a field, what was typed stays. */
    conflict: {
      on: {
        ...whileOpen,
        'conflict.takeTheirs': {
          actions: {
            type: 'takeTheirs',
            params: ({ event }: { event: { field: string } }) => event,
          },
        },
      },
    },
    saving: {
      tags: 'saving',
      entry: 'hold',
      on: {
        'form.saved': {
          target: 'editing',
          actions: { type: 'settle', params: ({ event }) => event },
        },
        'form.refused': {
          target: 'refused',
          actions: { type: 'refuse', params: ({ event }) => event },
        },
        'form.conflict': {
          target: 'conflict',
          actions: { type: 'merge', params: ({ event }) => event },
        },
        'form.failed': 'editing',
        // What was sent is what is saved.
        'form.unchanged': 'editing',
      },
    },
  },
})

type RecordFormSnapshot = SnapshotFrom<typeof recordFormMachine>

/** The names of the fields whose values differ from what is saved, in the order of the form. */
export function dirtyFields({ context }: RecordFormSnapshot): string[] {
  return Object.keys(context.values).filter(
    (field) => !sameValue(context.values[field], context.initial[field]),
  )
}

/** Whether a save is under way. */
export const isSaving = (snapshot: RecordFormSnapshot) => snapshot.hasTag('saving')
