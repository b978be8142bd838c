import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { getDirtyFields, isSaving, recordFormMachine } from '#machines/recordForm.ts'
import type { RecordFormInput } from '#machines/recordFormValues.ts'
import { pickFields } from '#machines/recordFormValues.ts'
import type { FormValues } from '#machines/recordFormValues.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

const size: FormValues = { name: 'Medium', code: 'M', active: true }
const required = 'Name is a required field'
const tooLong = 'Code must be at most 8 characters'

/** Name is required; a code has at most 8 characters. */
function validate({ name, code }: FormValues): Record<string, string> {
  return {
    ...(name === '' && { name: required }),
    ...(String(code).length > 8 && { code: tooLong }),
  }
}

function form(input: Partial<RecordFormInput> = {}) {
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
    dirty: () => getDirtyFields(actor.getSnapshot()),
    snapshot: () => actor.getSnapshot(),
  }
}

test('every state and transition of a record form', async () => {
  const coverage = await walkEveryEdge({
    machine: recordFormMachine,
    inputs: [
      { values: size, validate },
      { values: { ...size, name: '' }, initial: size, errors: { name: required }, validate },
      { values: size, validate, conflict: { ...size, version: 2 } },
    ],
    // All about one field, so that the graph stays small.
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
  expectEverything(recordFormMachine, coverage)
})

describe('where a form begins', () => {
  test('editing, with nothing to save', () => {
    const { is, snapshot } = form()
    expect(is('editing')).toBe(true)
    expect(getDirtyFields(snapshot())).toEqual([])
  })

  test('refused, when the server answers what was typed with errors', () => {
    const { is, dirty, snapshot } = form({
      values: { ...size, name: '' },
      initial: size,
      errors: { name: required },
    })
    expect(is('refused')).toBe(true)
    expect(dirty()).toEqual(['name'])
    expect(Object.keys(snapshot().context.errors)).toEqual(['name'])
  })

  test('in conflict, when the server answers with the record as it now is', () => {
    const { is, context } = form({
      values: { ...size, name: 'Mid' },
      initial: size,
      conflict: { ...size, name: 'Middle' },
    })
    expect(is('conflict')).toBe(true)
    expect(context().values['name']).toBe('Mid')
  })
})

describe('spec.md section 5: validation', () => {
  test('a field is checked when it changes, the others not yet', () => {
    const { change, context } = form({ values: { ...size, code: 'far too long' } })
    change('name', '')
    expect(context().errors).toEqual({ name: required })
  })

  test('a field is checked when it is left', () => {
    const { blur, context } = form({ values: { ...size, name: '' } })
    blur('name')
    expect(context().errors).toEqual({ name: required })
  })

  test('an error goes when its field is mended', () => {
    const { change, context } = form()
    change('name', '')
    change('name', 'Large')
    expect(context().errors).toEqual({})
  })

  test('a submit with errors is refused and shows them all', () => {
    const { submit, is, context } = form({
      values: { name: '', code: 'far too long', active: true },
    })
    submit()
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ name: required, code: tooLong })
  })
})

describe('what would be saved', () => {
  test('is what differs from the record, in the order of the form', () => {
    const { change, dirty } = form()
    change('active', false)
    change('name', 'Large')
    expect(dirty()).toEqual(['name', 'active'])
  })

  test('is nothing when a field has its old value again', () => {
    const { change, dirty } = form({ values: { ...size, tags: ['a', 'b'] } })
    change('tags', ['a'])
    change('tags', ['a', 'b'])
    expect(dirty()).toEqual([])
  })
})

describe('saving', () => {
  test('a second submit does not save twice', () => {
    const { submit, is } = form()
    submit()
    submit()
    expect(is('saving')).toBe(true)
  })

  test('ends with a clean form that shows what was saved', () => {
    const { change, submit, send, is, context, snapshot } = form()
    change('name', ' Large ')
    submit()
    send({ type: 'form.saved', values: { ...size, name: 'Large' }, version: 2 })
    expect(is('editing')).toBe(true)
    expect(context().values['name']).toBe('Large')
    expect(getDirtyFields(snapshot())).toEqual([])
  })

  test('keeps what was typed meanwhile', () => {
    const { change, submit, send, context, dirty } = form()
    change('name', 'Large')
    submit()
    change('code', 'L')
    send({ type: 'form.saved', values: { ...size, name: 'Large' }, version: 2 })
    expect(context().values).toEqual({ ...size, name: 'Large', code: 'L' })
    expect(dirty()).toEqual(['code'])
  })

  test('refused by the server: keeps what was typed, and the message until its field changes', () => {
    const { change, submit, send, is, context } = form()
    const taken = { code: 'This code is already used' }
    change('code', 'L')
    submit()
    send({ type: 'form.refused', errors: taken })
    expect(is('refused')).toBe(true)
    expect(context()).toMatchObject({ values: { ...size, code: 'L' }, errors: taken })
    change('name', 'Large')
    expect(context().errors).toEqual(taken)
    change('code', 'LL')
    expect(context().errors).toEqual({})
    expect(is('editing')).toBe(true)
  })

  test('refused by the server: the same values may be submitted again', () => {
    const { submit, send, is } = form()
    submit()
    send({ type: 'form.refused', errors: { code: 'This code is already used' } })
    submit()
    expect(is('saving')).toBe(true)
  })

  test('failed: keeps what was typed', () => {
    const { change, submit, send, is, context } = form()
    change('name', 'Large')
    submit()
    send({ type: 'form.failed' })
    expect(is('editing')).toBe(true)
    expect(context().values['name']).toBe('Large')
  })
})

describe('the record read again under an open form', () => {
  test('is taken in, and what is typed stays', () => {
    const { change, send, context, dirty } = form()
    change('name', 'Mid')
    send({ type: 'record.read', values: { ...size, code: 'MD' }, version: 2 })
    expect(context().values).toEqual({ ...size, name: 'Mid', code: 'MD' })
    expect(dirty()).toEqual(['name'])
  })

  test('changes nothing where both changed a field, so that saving finds the conflict', () => {
    const { change, send, context } = form()
    change('name', 'Mid')
    send({ type: 'record.read', values: { ...size, name: 'Middle', code: 'MD' }, version: 2 })
    expect(context()).toMatchObject({ initial: size, values: { ...size, name: 'Mid' } })
  })

  test('leaves what was refused refused', () => {
    const { change, submit, send, is, context } = form()
    change('name', '')
    submit()
    send({ type: 'record.read', values: { ...size, code: 'MD' }, version: 2 })
    expect(is('refused')).toBe(true)
    expect(context().errors).toEqual({ name: required })
  })
})

describe('a conflict', () => {
  const theirs = { ...size, name: 'Middle', version: 2 }

  function inConflict() {
    const it = form()
    it.change('name', 'Mid')
    it.submit()
    it.send({ type: 'form.conflict', current: theirs, version: 2 })
    return it
  }

  test('keeps what was typed and holds theirs beside it', () => {
    const { is, context } = inConflict()
    expect(is('conflict')).toBe(true)
    expect(context()).toMatchObject({ values: { name: 'Mid' }, conflict: theirs })
  })

  test('merges what only they changed, and names what both changed', () => {
    const { change, submit, send, context, dirty } = form()
    change('name', 'Mid')
    submit()
    send({ type: 'form.conflict', current: { ...theirs, code: 'MD' }, version: 2 })
    expect(context()).toMatchObject({
      values: { name: 'Mid', code: 'MD', active: true },
      initial: { name: 'Middle', code: 'MD' },
      conflictingFields: ['name'],
    })
    expect(dirty()).toEqual(['name'])
  })

  test('over a field that both changed alike is none for that field', () => {
    const { change, submit, send, context } = form()
    change('name', 'Middle')
    submit()
    send({ type: 'form.conflict', current: theirs, version: 2 })
    expect(context().conflictingFields).toEqual([])
  })

  test('a field given up for theirs holds theirs and is settled', () => {
    const { send, context, dirty } = inConflict()
    send({ type: 'conflict.takeTheirs', field: 'name' })
    expect(context()).toMatchObject({ values: { name: 'Middle' }, conflictingFields: [] })
    expect(dirty()).toEqual([])
  })

  test('goes on while the operator types', () => {
    const { change, is, context } = inConflict()
    change('name', 'Midi')
    expect(is('conflict')).toBe(true)
    expect(context().values['name']).toBe('Midi')
  })

  test('submitted again and saved, is over', () => {
    const { submit, send, is, context } = inConflict()
    submit()
    expect(is('saving')).toBe(true)
    send({ type: 'form.saved', values: { ...size, name: 'Mid' }, version: 2 })
    expect(context().conflict).toBeNull()
  })

  test('discarded, takes theirs', () => {
    const { send, is, context, snapshot } = inConflict()
    send({ type: 'form.discard' })
    expect(is('editing')).toBe(true)
    expect(context()).toMatchObject({ values: { ...size, name: 'Middle' }, conflict: null })
    expect(getDirtyFields(snapshot())).toEqual([])
  })
})

test('discard goes back to the record and forgets the errors', () => {
  const { change, submit, send, is, context } = form()
  change('name', '')
  submit()
  send({ type: 'form.discard' })
  expect(is('editing')).toBe(true)
  expect(context()).toMatchObject({ values: size, errors: {} })
})

test('a draft is restored over the record, without fields that are gone, and opens without errors', () => {
  const { send, context, dirty } = form()
  send({ type: 'draft.restore', values: { code: 'far too long', colour: 'red' } })
  expect(context().values).toEqual({ ...size, code: 'far too long' })
  expect(context().errors).toEqual({})
  expect(dirty()).toEqual(['code'])
  send({ type: 'field.blur', field: 'code' })
  expect(context().errors).toEqual({ code: tooLong })
})

test('nothing typed is lost, whatever the server answers short of "saved"', () => {
  const field = fc.constantFrom('name', 'code')
  const typing = fc.record({
    type: fc.constant('field.change' as const),
    field,
    value: fc.string(),
  })
  const rest = fc.constantFrom(
    { type: 'field.blur' as const, field: 'name' },
    { type: 'form.submit' as const },
    { type: 'form.refused' as const, errors: { name: 'taken' } },
    { type: 'form.conflict' as const, current: { ...size, name: 'Middle' }, version: 2 },
    { type: 'form.failed' as const },
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(typing, rest)), (events) => {
      const { send, context, dirty } = form()
      let typed: FormValues = {}
      for (const event of events) {
        const changed = dirty()
        send(event)
        if (event.type === 'field.change') typed[event.field] = event.value
        // What was typed back to what it was is no change, and takes theirs.
        if (event.type === 'form.conflict') typed = pickFields(typed, changed)
        expect(context().values).toMatchObject(typed)
      }
    }),
  )
})
