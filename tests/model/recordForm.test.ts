import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { getDirtyFields, isSaving, recordFormMachine } from '#machines/recordForm/index.ts'
import type { RecordFormInput } from '#machines/recordForm/values.ts'
import { pickFields } from '#machines/recordForm/values.ts'
import type { FormValues } from '#machines/recordForm/values.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const size: FormValues = { name: 'Medium', code: 'M', active: true }
const required = 'Name is a required field'
const tooLong = 'Code must be at most 8 characters'

/** Requires a name, and allows at most 8 characters in a code. */
function validate({ name, code }: FormValues): Record<string, string> {
  return {
    ...(name === '' && { name: required }),
    ...(String(code).length > 8 && { code: tooLong }),
  }
}

function startForm(input: Partial<RecordFormInput> = {}) {
  const actor = createActor(recordFormMachine, { input: { values: size, validate, ...input } })
  actor.start()
  return {
    send: actor.send.bind(actor),
    change: (field: string, value: unknown) => actor.send({ type: 'field.change', field, value }),
    blur: (field: string) => actor.send({ type: 'field.blur', field }),
    submit: () => actor.send({ type: 'form.submit' }),
    is: (state: 'editing' | 'saving' | 'refused' | 'conflict') =>
      actor.getSnapshot().matches(state),
    context: () => actor.getSnapshot().context,
    listDirtyFields: () => getDirtyFields(actor.getSnapshot()),
    snapshot: () => actor.getSnapshot(),
  }
}

test('a record form reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: recordFormMachine,
    inputs: [
      { values: size, validate },
      { values: { ...size, name: '' }, initial: size, errors: { name: required }, validate },
      { values: size, validate, conflict: { ...size, version: 2 } },
    ],
    // All events concern one field, which keeps the graph small.
    events: [
      { type: 'field.input', field: 'name', value: '' },
      { type: 'field.change', field: 'name', value: '' },
      { type: 'field.blur', field: 'name' },
      { type: 'form.submit' },
      { type: 'form.saved', values: size, version: 2 },
      { type: 'record.read', values: { ...size, code: 'MD' }, version: 2 },
      { type: 'form.refused', errors: { name: 'This name is already used' } },
      { type: 'form.conflict', current: { ...size, version: 2 }, version: 2 },
      { type: 'conflict.takeTheirs', field: 'name' },
      { type: 'form.failed' },
      { type: 'form.unchanged' },
      { type: 'form.discard' },
      { type: 'draft.restore', values: { name: 'Large' } },
    ],
    states: {
      editing: (snapshot) => expect(isSaving(snapshot)).toBe(false),
      refused: (snapshot) => {
        expect(isSaving(snapshot)).toBe(false)
        expect(snapshot.context.errors).not.toEqual({})
      },
      conflict: (snapshot) => expect(snapshot.context.conflict).not.toBeNull(),
      saving: (snapshot) => {
        expect(isSaving(snapshot)).toBe(true)
        expect(validate(snapshot.context.submitted)).toEqual({})
      },
    },
  })
  expectFullCoverage(recordFormMachine, coverage)
})

describe('The first state of a form', () => {
  test('is editing, with nothing to save', () => {
    const { is, snapshot } = startForm()
    expect(is('editing')).toBe(true)
    expect(getDirtyFields(snapshot())).toEqual([])
  })

  test('is refused if the server returns the input with errors', () => {
    const { is, listDirtyFields, snapshot } = startForm({
      values: { ...size, name: '' },
      initial: size,
      errors: { name: required },
    })
    expect(is('refused')).toBe(true)
    expect(listDirtyFields()).toEqual(['name'])
    expect(Object.keys(snapshot().context.errors)).toEqual(['name'])
  })

  test('is conflict if the server returns the current record', () => {
    const { is, context } = startForm({
      values: { ...size, name: 'Mid' },
      initial: size,
      conflict: { ...size, name: 'Middle' },
    })
    expect(is('conflict')).toBe(true)
    expect(context().values['name']).toBe('Mid')
  })
})

describe('spec.md section 5: validation', () => {
  test("a field is checked when it changes, but the others aren't yet", () => {
    const { change, context } = startForm({ values: { ...size, code: 'far too long' } })
    change('name', '')
    expect(context().errors).toEqual({ name: required })
  })

  test('a field is checked on blur', () => {
    const { blur, context } = startForm({ values: { ...size, name: '' } })
    blur('name')
    expect(context().errors).toEqual({ name: required })
  })

  test('an error disappears when its field is fixed', () => {
    const { change, context } = startForm()
    change('name', '')
    change('name', 'Large')
    expect(context().errors).toEqual({})
  })

  test('a submit with errors is refused and shows all of them', () => {
    const { submit, is, context } = startForm({
      values: { name: '', code: 'far too long', active: true },
    })
    submit()
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ name: required, code: tooLong })
  })
})

describe('The dirty fields', () => {
  test('are those that differ from the record, in the order of the form', () => {
    const { change, listDirtyFields } = startForm()
    change('active', false)
    change('name', 'Large')
    expect(listDirtyFields()).toEqual(['name', 'active'])
  })

  test('exclude a field that has its old value again', () => {
    const { change, listDirtyFields } = startForm({ values: { ...size, tags: ['a', 'b'] } })
    change('tags', ['a'])
    change('tags', ['a', 'b'])
    expect(listDirtyFields()).toEqual([])
  })
})

describe('Saving', () => {
  test("doesn't start twice after a second submit", () => {
    const { submit, is } = startForm()
    submit()
    submit()
    expect(is('saving')).toBe(true)
  })

  test('ends with a clean form that shows the saved values', () => {
    const { change, submit, send, is, context, snapshot } = startForm()
    change('name', ' Large ')
    submit()
    send({ type: 'form.saved', values: { ...size, name: 'Large' }, version: 2 })
    expect(is('editing')).toBe(true)
    expect(context().values['name']).toBe('Large')
    expect(getDirtyFields(snapshot())).toEqual([])
  })

  test('keeps input typed while it runs', () => {
    const { change, submit, send, context, listDirtyFields } = startForm()
    change('name', 'Large')
    submit()
    change('code', 'L')
    send({ type: 'form.saved', values: { ...size, name: 'Large' }, version: 2 })
    expect(context().values).toEqual({ ...size, name: 'Large', code: 'L' })
    expect(listDirtyFields()).toEqual(['code'])
  })

  test('keeps the input after a rejection, and an error until its field changes', () => {
    const { change, submit, send, is, context } = startForm()
    const takenErrors = { code: 'This code is already used' }
    change('code', 'L')
    submit()
    send({ type: 'form.refused', errors: takenErrors })
    expect(is('refused')).toBe(true)
    expect(context()).toMatchObject({ values: { ...size, code: 'L' }, errors: takenErrors })
    change('name', 'Large')
    expect(context().errors).toEqual(takenErrors)
    change('code', 'LL')
    expect(context().errors).toEqual({})
    expect(is('editing')).toBe(true)
  })

  test('can be repeated with the same values after a rejection', () => {
    const { submit, send, is } = startForm()
    submit()
    send({ type: 'form.refused', errors: { code: 'This code is already used' } })
    submit()
    expect(is('saving')).toBe(true)
  })

  test('keeps the input after a failure', () => {
    const { change, submit, send, is, context } = startForm()
    change('name', 'Large')
    submit()
    send({ type: 'form.failed' })
    expect(is('editing')).toBe(true)
    expect(context().values['name']).toBe('Large')
  })
})

describe('A record reloaded under an open form', () => {
  test('is merged into the form, and typed values stay', () => {
    const { change, send, context, listDirtyFields } = startForm()
    change('name', 'Mid')
    send({ type: 'record.read', values: { ...size, code: 'MD' }, version: 2 })
    expect(context().values).toEqual({ ...size, name: 'Mid', code: 'MD' })
    expect(listDirtyFields()).toEqual(['name'])
  })

  test('changes nothing if both changed a field, so that saving finds the conflict', () => {
    const { change, send, context } = startForm()
    change('name', 'Mid')
    send({ type: 'record.read', values: { ...size, name: 'Middle', code: 'MD' }, version: 2 })
    expect(context()).toMatchObject({ initial: size, values: { ...size, name: 'Mid' } })
  })

  test('keeps the errors of a refused form', () => {
    const { change, submit, send, is, context } = startForm()
    change('name', '')
    submit()
    send({ type: 'record.read', values: { ...size, code: 'MD' }, version: 2 })
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ name: required })
  })
})

describe('A conflict', () => {
  const theirs = { ...size, name: 'Middle', version: 2 }

  function startConflict() {
    const conflictForm = startForm()
    conflictForm.change('name', 'Mid')
    conflictForm.submit()
    conflictForm.send({ type: 'form.conflict', current: theirs, version: 2 })
    return conflictForm
  }

  test('keeps the input and the other version', () => {
    const { is, context } = startConflict()
    expect(is('conflict')).toBe(true)
    expect(context()).toMatchObject({ values: { name: 'Mid' }, conflict: theirs })
  })

  test('merges fields that only the others changed, and lists fields that both changed', () => {
    const { change, submit, send, context, listDirtyFields } = startForm()
    change('name', 'Mid')
    submit()
    send({ type: 'form.conflict', current: { ...theirs, code: 'MD' }, version: 2 })
    expect(context()).toMatchObject({
      values: { name: 'Mid', code: 'MD', active: true },
      initial: { name: 'Middle', code: 'MD' },
      conflictingFields: ['name'],
    })
    expect(listDirtyFields()).toEqual(['name'])
  })

  test('excludes a field that both changed to the same value', () => {
    const { change, submit, send, context } = startForm()
    change('name', 'Middle')
    submit()
    send({ type: 'form.conflict', current: theirs, version: 2 })
    expect(context().conflictingFields).toEqual([])
  })

  test('is over for a field that takes their value', () => {
    const { send, context, listDirtyFields } = startConflict()
    send({ type: 'conflict.takeTheirs', field: 'name' })
    expect(context()).toMatchObject({ values: { name: 'Middle' }, conflictingFields: [] })
    expect(listDirtyFields()).toEqual([])
  })

  test('continues while the operator types', () => {
    const { change, is, context } = startConflict()
    change('name', 'Midi')
    expect(is('conflict')).toBe(true)
    expect(context().values['name']).toBe('Midi')
  })

  test('is over when the form is submitted again and saved', () => {
    const { submit, send, is, context } = startConflict()
    submit()
    expect(is('saving')).toBe(true)
    send({ type: 'form.saved', values: { ...size, name: 'Mid' }, version: 2 })
    expect(context().conflict).toBeNull()
  })

  test('takes their values if it is discarded', () => {
    const { send, is, context, snapshot } = startConflict()
    send({ type: 'form.discard' })
    expect(is('editing')).toBe(true)
    expect(context()).toMatchObject({ values: { ...size, name: 'Middle' }, conflict: null })
    expect(getDirtyFields(snapshot())).toEqual([])
  })
})

test('discard restores the record and clears the errors', () => {
  const { change, submit, send, is, context } = startForm()
  change('name', '')
  submit()
  send({ type: 'form.discard' })
  expect(is('editing')).toBe(true)
  expect(context()).toMatchObject({ values: size, errors: {} })
})

test('a restored draft overrides the record, drops unknown fields, and shows no errors at first', () => {
  const { send, context, listDirtyFields } = startForm()
  send({ type: 'draft.restore', values: { code: 'far too long', colour: 'red' } })
  expect(context().values).toEqual({ ...size, code: 'far too long' })
  expect(context().errors).toEqual({})
  expect(listDirtyFields()).toEqual(['code'])
  send({ type: 'field.blur', field: 'code' })
  expect(context().errors).toEqual({ code: tooLong })
})

test('no input is lost, whatever the server returns before it has saved the record', () => {
  const field = fc.constantFrom('name', 'code')
  const typing = fc.record({
    type: fc.constant('field.change' as const),
    field,
    value: fc.string(),
  })
  const otherEvent = fc.constantFrom(
    { type: 'field.blur' as const, field: 'name' },
    { type: 'form.submit' as const },
    { type: 'form.refused' as const, errors: { name: 'taken' } },
    { type: 'form.conflict' as const, current: { ...size, name: 'Middle' }, version: 2 },
    { type: 'form.failed' as const },
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(typing, otherEvent)), (events) => {
      const { send, context, listDirtyFields } = startForm()
      let typed: FormValues = {}
      for (const event of events) {
        const dirtyFields = listDirtyFields()
        send(event)
        if (event.type === 'field.change') typed[event.field] = event.value
        // A field with its old value again is unchanged, so it takes their value.
        if (event.type === 'form.conflict') typed = pickFields(typed, dirtyFields)
        expect(context().values).toMatchObject(typed)
      }
    }),
  )
})
