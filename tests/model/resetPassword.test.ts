import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { isModalOpen, isSending, resetPasswordMachine } from '#machines/resetPassword.ts'
import type { PasswordChangeInput } from '#machines/resetPassword.ts'
import { expectFullCoverage, PendingPromises, walkEveryEdge } from './walk.ts'

const generated = 'aB3!cD4?eF5gH6i'
const blank = { currentPassword: '', password: '', confirmPassword: '' }
const typed = { currentPassword: 'old one', password: 'new one', confirmPassword: 'new one' }
const fields = ['currentPassword', 'password', 'confirmPassword'] as const

function createMachine() {
  const promises = new PendingPromises()
  const sent = vi.fn<(change: PasswordChangeInput) => void>()
  const announceSuccess = vi.fn<() => void>()
  const announceFailure = vi.fn<(params: { error: unknown }) => void>()
  const machine = resetPasswordMachine.provide({
    actors: { changePassword: promises.createLogic<void, PasswordChangeInput>(sent) },
    actions: { announceSuccess, announceFailure: (_, params) => announceFailure(params) },
  })
  return { promises, sent, announceSuccess, announceFailure, machine }
}

/** Opens the modal. */
function openModal() {
  const { machine, ...effects } = createMachine()
  const actor = createActor(machine, { input: { generate: () => generated, open: false } }).start()
  onTestFinished(() => void actor.stop())
  actor.send({ type: 'modal.open' })
  return {
    ...effects,
    actor,
    type: (values: Partial<typeof typed>) => {
      for (const field of fields)
        if (values[field] !== undefined)
          actor.send({ type: 'field.change', field, value: values[field] })
    },
    submit: () => actor.send({ type: 'password.submit' }),
    context: () => actor.getSnapshot().context,
    isOpen: () => isModalOpen(actor.getSnapshot()),
    sending: () => isSending(actor.getSnapshot()),
  }
}

test('the Reset Password modal reaches every state and takes every transition', async () => {
  const { machine, promises } = createMachine()
  const coverage = await walkEveryEdge({
    machine,
    promises,
    inputs: [
      { generate: () => generated, open: false },
      { generate: () => generated, open: true },
    ],
    events: [
      { type: 'modal.open' },
      { type: 'modal.close' },
      { type: 'password.generate' },
      { type: 'field.change', field: 'currentPassword', value: 'old one' },
      { type: 'field.blur', field: 'confirmPassword' },
      { type: 'password.submit' },
    ],
    outcomes: [
      { type: 'xstate.done.actor.changePassword' },
      { type: 'xstate.error.actor.changePassword', error: new Error('refused') },
    ],
    states: {
      'modal.closed': (snapshot) => {
        expect(isModalOpen(snapshot)).toBe(false)
        expect(snapshot.context).toMatchObject({ values: blank, errors: {}, revealed: false })
      },
      'modal.open': (snapshot) => expect(isModalOpen(snapshot)).toBe(true),
      'request.idle': (snapshot) => expect(isSending(snapshot)).toBe(false),
      'request.sending': (snapshot) => expect(isSending(snapshot)).toBe(true),
    },
  })
  expectFullCoverage(machine, coverage)
})

describe('spec.md sections 2 and 4: the modal', () => {
  test('opens from the menu and closes on Close or Escape', () => {
    const { actor, isOpen } = openModal()
    expect(isOpen()).toBe(true)
    actor.send({ type: 'modal.close' })
    expect(isOpen()).toBe(false)
  })

  test('closes on submit, before the outcome is known', () => {
    const { type, submit, isOpen, sending } = openModal()
    type(typed)
    submit()
    expect(isOpen()).toBe(false)
    expect(sending()).toBe(true)
  })

  test.each([
    ['success', {}],
    ['failure', { error: new Error('refused') }],
  ])('stays closed after a %s', async (_, outcome) => {
    const { type, submit, isOpen, sending, promises } = openModal()
    type(typed)
    submit()
    await promises.settle('changePassword', outcome)
    expect([isOpen(), sending()]).toEqual([false, false])
  })

  test('announces success once', async () => {
    const { type, submit, promises, announceSuccess, announceFailure } = openModal()
    type(typed)
    submit()
    expect(announceSuccess).not.toHaveBeenCalled()
    await promises.settle('changePassword', {})
    expect(announceSuccess).toHaveBeenCalledTimes(1)
    expect(announceFailure).not.toHaveBeenCalled()
  })

  test('announces failure once, with its error', async () => {
    const error = new Error("The current password isn't correct.")
    const { type, submit, promises, announceSuccess, announceFailure } = openModal()
    type(typed)
    submit()
    await promises.settle('changePassword', { error })
    expect(announceFailure.mock.calls).toEqual([[{ error }]])
    expect(announceSuccess).not.toHaveBeenCalled()
  })
})

test('the modal starts open with the values and errors of a sent form', () => {
  const { machine } = createMachine()
  const form = { values: typed, errors: { password: 'No.' }, revealed: true }
  const input = { generate: () => generated, open: true, form }
  const actor = createActor(machine, { input }).start()
  onTestFinished(() => void actor.stop())
  expect(isModalOpen(actor.getSnapshot())).toBe(true)
  expect(actor.getSnapshot().context).toMatchObject(form)
  actor.send({ type: 'modal.close' })
  expect(actor.getSnapshot().context).toMatchObject({ values: blank, errors: {}, revealed: false })
})

test('spec.md section 7, repaired: the values sent are the values typed', () => {
  const { type, submit, sent } = openModal()
  type(typed)
  submit()
  expect(sent.mock.calls).toEqual([
    [{ currentPassword: 'old one', new_password: 'new one', confirmPassword: 'new one' }],
  ])
})

describe('spec.md section 5: validation', () => {
  test('a submit without input is refused, keeps the modal open, and names every required field', () => {
    const { submit, isOpen, sent, context } = openModal()
    submit()
    expect(isOpen()).toBe(true)
    expect(sent).not.toHaveBeenCalled()
    expect(context().errors).toEqual({
      currentPassword: 'Current password is a required field',
      password: 'Password is a required field',
      confirmPassword: 'Confirm password is a required field',
    })
  })

  test('a new password that differs from its confirmation is refused, and the input stays', () => {
    const { type, submit, isOpen, sent, context } = openModal()
    const mistyped = { ...typed, confirmPassword: 'new 0ne' }
    type(mistyped)
    submit()
    expect(isOpen()).toBe(true)
    expect(sent).not.toHaveBeenCalled()
    expect(Object.keys(context().errors)).toEqual(['confirmPassword'])
    expect(context().values).toEqual(mistyped)
  })

  test("a field is checked on blur, but the others aren't yet", () => {
    const { actor, context } = openModal()
    actor.send({ type: 'field.blur', field: 'password' })
    expect(Object.keys(context().errors)).toEqual(['password'])
  })

  test('a field is checked when it changes', () => {
    const { type, context } = openModal()
    type({ password: '' })
    expect(Object.keys(context().errors)).toEqual(['password'])
    type({ password: 'new one' })
    expect(context().errors).toEqual({})
  })

  test('a mismatch can be fixed in either field', () => {
    const { type, context } = openModal()
    type({ password: 'new on', confirmPassword: 'new one' })
    expect(Object.keys(context().errors)).toEqual(['confirmPassword'])
    type({ password: 'new one' })
    expect(context().errors).toEqual({})
  })

  test('Generate Password fills both fields, shows them, and clears their errors', () => {
    const { actor, submit, context } = openModal()
    submit()
    actor.send({ type: 'password.generate' })
    expect(context()).toMatchObject({
      values: { currentPassword: '', password: generated, confirmPassword: generated },
      revealed: true,
    })
    expect(Object.keys(context().errors)).toEqual(['currentPassword'])
  })
})

describe('Typed passwords', () => {
  test.each([['modal.close'], ['password.submit']] as const)('are cleared after %s', (event) => {
    const { actor, type, context } = openModal()
    type(typed)
    actor.send({ type: event })
    expect(context()).toMatchObject({ values: blank, errors: {}, visited: [], revealed: false })
  })
})

describe('The modal opened again during a change', () => {
  test('is blank, takes input, and still announces the first outcome', async () => {
    const { actor, type, submit, isOpen, context, promises, announceSuccess } = openModal()
    type(typed)
    submit()
    actor.send({ type: 'modal.open' })
    expect(context().values).toEqual(blank)
    type({ password: 'another' })
    await promises.settle('changePassword', {})
    expect(announceSuccess).toHaveBeenCalledTimes(1)
    expect(isOpen()).toBe(true)
    expect(context().values.password).toBe('another')
  })

  test('submits only after the first outcome', async () => {
    const { actor, type, submit, isOpen, sent, context, promises } = openModal()
    type(typed)
    submit()
    actor.send({ type: 'modal.open' })
    type({ ...typed, currentPassword: 'new one' })
    submit()
    expect(isOpen()).toBe(true)
    expect(sent).toHaveBeenCalledTimes(1)
    expect(context().values.currentPassword).toBe('new one')
    await promises.settle('changePassword', {})
    submit()
    expect(sent).toHaveBeenCalledTimes(2)
    expect(isOpen()).toBe(false)
  })
})
