import { assign, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import {
  createFormContext,
  withVisitedErrors,
  createCleanForm,
  findConflictingFields,
  mergeRecord,
  pickFields,
} from './values.ts'
import type { FormValues, RecordFormContext, RecordFormInput } from './values.ts'

type SavedRecord = { values: FormValues; version: number }

type FormFieldChange = { field: string; value: unknown }

type RecordFormEvent =
  | ({ type: 'field.input' | 'field.change' } & FormFieldChange)
  | { type: 'field.blur'; field: string }
  | { type: 'form.submit' }
  | ({ type: 'form.saved' | 'record.read' } & SavedRecord)
  | { type: 'form.refused'; errors: ValidationErrors }
  | { type: 'form.conflict'; current: FormValues; version: number }
  | { type: 'conflict.takeTheirs'; field: string }
  | { type: 'form.failed' | 'form.unchanged' }
  | { type: 'form.discard' }
  | { type: 'draft.restore'; values: FormValues }

/**
 * If both sides changed a field, the form keeps the version that it was opened with, so that saving
 * finds the conflict.
 */
const recordReadTransition = {
  guard: { type: 'fits', params: ({ event }: { event: SavedRecord }) => event },
  actions: { type: 'takeIn', params: ({ event }: { event: SavedRecord }) => event },
} as const

const openTransitions = {
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

/**
 * Form of one record (spec.md section 5; screens.md, "Every form"). Saving happens outside; events
 * report how it ended.
 */
export const recordFormMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: RecordFormContext
    events: RecordFormEvent
    input: RecordFormInput
    tags: 'saving'
  },
  actions: {
    // Every keystroke counts as unsaved; the value is validated when it's committed (spec.md
    // section 5).
    input: assign(({ context }, { field, value }: FormFieldChange) => ({
      values: { ...context.values, [field]: value },
    })),
    change: assign(({ context }, { field, value }: FormFieldChange) => {
      const { [field]: _outdated, ...serverErrors } = context.serverErrors
      const values = { ...context.values, [field]: value }
      return withVisitedErrors(context, {
        values,
        serverErrors,
        visited: [...context.visited, field],
      })
    }),
    visit: assign(({ context }, { field }: { field: string }) =>
      withVisitedErrors(context, { visited: [...context.visited, field] }),
    ),
    showErrors: assign(({ context }) => {
      const errors = context.validate(context.values, context.initial)
      const visited = [...Object.keys(context.values), ...Object.keys(errors)]
      return { errors, visited, serverErrors: {} }
    }),
    hold: assign(({ context }) => ({ submitted: context.values, errors: {}, serverErrors: {} })),
    refuse: assign(({ context }, { errors }: { errors: ValidationErrors }) =>
      withVisitedErrors(context, { serverErrors: errors }),
    ),
    merge: assign(
      ({ context }, { current, version }: { current: FormValues; version: number }) => ({
        ...mergeRecord(context, current),
        version,
      }),
    ),
    takeTheirs: assign(({ context }, { field }: { field: string }) => ({
      ...withVisitedErrors(context, {
        values: { ...context.values, [field]: context.initial[field] },
        visited: [...context.visited, field],
      }),
      conflictingFields: context.conflictingFields.filter((name) => name !== field),
    })),
    settle: assign(({ context }, { values: saved, version }: SavedRecord) => {
      const editedFields = Object.keys(context.values).filter(
        (field) => !isSameFieldValue(context.values[field], context.submitted[field]),
      )
      return {
        ...createCleanForm(saved),
        version,
        values: { ...saved, ...pickFields(context.values, editedFields) },
      }
    }),
    takeIn: assign(({ context }, { values: current, version }: SavedRecord) => {
      const { initial, values } = mergeRecord(context, current)
      return { ...withVisitedErrors(context, { values, initial }), version }
    }),
    // After a conflict, the initial values are the other user's saved ones (see `merge`).
    discard: assign(({ context }) => createCleanForm(context.initial)),
    // A draft may be older than the form: removed fields stay removed. Restored fields aren't
    // validated until the operator leaves them.
    restore: assign(({ context }, { values: draft }: { values: FormValues }) => {
      const draftValues = pickFields(draft, Object.keys(context.values))
      return withVisitedErrors(context, { values: { ...context.values, ...draftValues } })
    }),
  },
  guards: {
    startsInConflict: ({ context }) => context.conflict !== null,
    startsRefused: ({ context }) => Object.keys(context.serverErrors).length > 0,
    fits: ({ context: { initial, values } }, { values: current }: SavedRecord) =>
      findConflictingFields(initial, values, current).length === 0,
    hasErrors: ({ context: { validate, values, initial } }) =>
      Object.keys(validate(values, initial)).length > 0,
  },
}).createMachine({
  id: 'recordForm',
  description: 'A record in a form: edited, saved, rejected, or changed by a colleague.',
  context: ({ input }) => createFormContext(input),
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
    editing: { on: { ...openTransitions, 'record.read': recordReadTransition } },
    /** The last submit was rejected; focus belongs on the first field with an error. */
    refused: {
      on: {
        ...openTransitions,
        'record.read': recordReadTransition,
        'field.change': {
          target: 'editing',
          actions: { type: 'change', params: ({ event }) => event },
        },
      },
    },
    /**
     * The other user's changes are merged in; where both changed a field, the operator's input
     * stays.
     */
    conflict: {
      on: {
        ...openTransitions,
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
        // The submitted values equal the saved ones.
        'form.unchanged': 'editing',
      },
    },
  },
})

type RecordFormSnapshot = SnapshotFrom<typeof recordFormMachine>

/** Returns the names of the fields that differ from the saved record, in form order. */
export function getDirtyFields({ context }: RecordFormSnapshot): string[] {
  return Object.keys(context.values).filter(
    (field) => !isSameFieldValue(context.values[field], context.initial[field]),
  )
}

/** Whether a save is in progress. */
export const isSaving = (snapshot: RecordFormSnapshot) => snapshot.hasTag('saving')
