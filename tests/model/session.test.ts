import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import {
  getSecondFactor,
  getSecondStep,
  isAuthenticated,
  isSigningInOrOut,
  needsSecondFactor,
  sessionMachine,
} from '#machines/session.ts'
import type {
  FactorProof,
  PasswordResult,
  SecondFactor,
  SessionCredentials,
  SessionInput,
  SignedInAccount,
} from '#machines/session.ts'
import type { SignedInUser } from '#shared/engine/user.ts'
import { expectFullCoverage, PendingPromises, walkEveryEdge } from './walk.ts'

const user: SignedInUser = { id: 7, storeId: 1, sIdentifier: 1 }
const permissions = ['ordersRead', 'Sizes']
const credentials: SessionCredentials = { email: 'operator@example.test', password: 'secret-typed' }
const signedOut: SessionInput = { authenticated: false, user: null, permissions: [] }
const signedIn: SessionInput = { authenticated: true, user, permissions }
const noUser = { user: null, permissions: [] }
const secondFactor: SecondFactor = {
  methods: ['passkey', 'totp', 'recovery'],
  options: { challenge: 'random' },
  setup: null,
}
const appOnly: SecondFactor = { methods: ['totp'], options: null, setup: null }
const codesOnly: SecondFactor = { methods: ['recovery'], options: null, setup: null }
const noFactor: SecondFactor = { methods: [], options: null, setup: null }
const enrollment: SecondFactor = {
  methods: [],
  options: null,
  setup: { secret: 'SECRET', qrCode: '<svg/>' },
}
const proof: FactorProof = { method: 'totp', code: '123456' }

function createMachine() {
  const promises = new PendingPromises()
  const reload = vi.fn<() => void>()
  const machine = sessionMachine.provide({
    actors: {
      logIn: promises.createLogic<PasswordResult, SessionCredentials>(),
      confirmFactor: promises.createLogic<SignedInAccount, FactorProof>(),
      signInWithPasskey: promises.createLogic<SignedInAccount, object>(),
      cancelFactor: promises.createLogic<void>(),
      clearSession: promises.createLogic<void>(),
    },
    actions: { reload },
  })
  return { promises, reload, machine }
}

function startSession(input: SessionInput) {
  const clock = new SimulatedClock()
  const { promises, reload, machine } = createMachine()
  const actor = createActor(machine, { input, clock }).start()
  onTestFinished(() => void actor.stop())
  return { actor, clock, promises, reload }
}

test('the session reaches every state and takes every transition', async () => {
  const { machine, promises } = createMachine()
  const coverage = await walkEveryEdge({
    machine,
    promises,
    inputs: [
      signedOut,
      signedIn,
      ...['totp', 'recovery', 'lockedOut', 'unknown', null].map((secondStep) => ({
        ...signedOut,
        secondFactor,
        secondStep,
      })),
      ...[appOnly, codesOnly, noFactor, enrollment].map((demand) => ({
        ...signedOut,
        secondFactor: demand,
      })),
    ],
    events: [
      { type: 'login.submit', credentials },
      { type: 'passkey.submit', response: {} },
      ...['totp', 'passkey', 'recovery', 'lockedOut'].map((choice) => ({
        type: 'factor.choose',
        choice,
      })),
      { type: 'factor.submit', proof },
      { type: 'factor.cancel' },
      { type: 'user.loaded', user: { ...user, name: 'Ada' }, permissions: ['users'] },
      { type: 'jobs.counted', underWay: 2 },
      { type: 'attention.counted', open: 5 },
      { type: 'logout.request' },
      { type: 'session.expired' },
    ],
    outcomes: [
      { type: 'xstate.done.actor.logIn', output: { user, permissions } },
      {
        type: 'xstate.done.actor.logIn',
        output: { user: { ...user, sIdentifier: 2 }, permissions },
      },
      { type: 'xstate.error.actor.logIn', error: { code: 'throttled', retryAfter: 8 } },
      { type: 'xstate.done.actor.logIn', output: { secondFactor } },
      { type: 'xstate.done.actor.logIn', output: { secondFactor: enrollment } },
      ...['confirmFactor', 'signInWithPasskey'].flatMap((id) => [
        { type: `xstate.done.actor.${id}`, output: { user, permissions } },
        {
          type: `xstate.done.actor.${id}`,
          output: { user: { ...user, sIdentifier: 2 }, permissions },
        },
        { type: `xstate.error.actor.${id}`, error: { code: 'wrong_factor' } },
      ]),
      { type: 'xstate.error.actor.confirmFactor', error: { code: 'challenge_expired' } },
      { type: 'xstate.done.actor.cancelFactor' },
      { type: 'xstate.error.actor.cancelFactor', error: new Error('the console is down') },
      { type: 'xstate.done.actor.clearSession' },
      { type: 'xstate.error.actor.clearSession', error: new Error('the platform is down') },
    ],
    states: {
      signedOut: (snapshot) => {
        expect(isAuthenticated(snapshot)).toBe(false)
        expect(isSigningInOrOut(snapshot)).toBe(false)
        expect(snapshot.context).toMatchObject(noUser)
      },
      signingIn: (snapshot) => {
        expect(isAuthenticated(snapshot)).toBe(false)
        expect(isSigningInOrOut(snapshot)).toBe(true)
        expect(snapshot.context).toMatchObject({ ...noUser, failure: null })
      },
      signingInWithPasskey: (snapshot) => {
        expect(isSigningInOrOut(snapshot)).toBe(true)
        expect(needsSecondFactor(snapshot)).toBe(false)
        expect(snapshot.context).toMatchObject({ ...noUser, failure: null, secondFactor: null })
      },
      'secondFactor.enrolling': (snapshot) => {
        expectSecondStep(snapshot)
        expect(getSecondFactor(snapshot)?.setup).not.toBeNull()
      },
      'secondFactor.totp': (snapshot) => expectSecondStep(snapshot, 'totp'),
      'secondFactor.passkey': (snapshot) => expectSecondStep(snapshot, 'passkey'),
      'secondFactor.recovery': (snapshot) => expectSecondStep(snapshot, 'recovery'),
      'secondFactor.lockedOut': (snapshot) => expectSecondStep(snapshot),
      confirmingFactor: (snapshot) => {
        expect(isAuthenticated(snapshot)).toBe(false)
        expect(isSigningInOrOut(snapshot)).toBe(true)
        expect(needsSecondFactor(snapshot)).toBe(true)
        expect(snapshot.context).toMatchObject({ ...noUser, failure: null })
      },
      canceling: (snapshot) => {
        expect(isSigningInOrOut(snapshot)).toBe(true)
        expect(snapshot.context).toMatchObject({ ...noUser, secondFactor: null })
      },
      signedIn: (snapshot) => {
        expect(isAuthenticated(snapshot)).toBe(true)
        expect(isSigningInOrOut(snapshot)).toBe(false)
        expect(snapshot.context.user?.sIdentifier).toBe(1)
        expect(snapshot.context).toMatchObject({ failure: null, secondFactor: null })
      },
      'signingOut.cookies.clearing': expectSigningOut,
      'signingOut.cookies.settled': expectSigningOut,
      'signingOut.pause.waiting': expectSigningOut,
      'signingOut.pause.over': expectSigningOut,
      expired: (snapshot) => {
        expect(isAuthenticated(snapshot)).toBe(false)
        expect(snapshot.context).toMatchObject(noUser)
      },
    },
  })
  expectFullCoverage(machine, coverage)

  function expectSecondStep(
    snapshot: Parameters<typeof isSigningInOrOut>[0],
    method?: FactorProof['method'],
  ) {
    expect(isAuthenticated(snapshot)).toBe(false)
    expect(isSigningInOrOut(snapshot)).toBe(false)
    expect(needsSecondFactor(snapshot)).toBe(true)
    expect(snapshot.context).toMatchObject(noUser)
    // No way is shown that the account doesn't have.
    if (method) expect(getSecondFactor(snapshot)?.methods).toContain(method)
  }

  function expectSigningOut(snapshot: Parameters<typeof isSigningInOrOut>[0]) {
    expect(isAuthenticated(snapshot)).toBe(false)
    expect(isSigningInOrOut(snapshot)).toBe(true)
    expect(snapshot.context).toMatchObject(noUser)
  }
})

describe('spec.md section 4', () => {
  test('authenticated when a token exists: a session that starts with the token cookie is signed in', () => {
    const { actor } = startSession({ authenticated: true, user: null, permissions: [] })
    expect(isAuthenticated(actor.getSnapshot())).toBe(true)
  })

  test('a session that starts without the token cookie is signed out and has no user', () => {
    const { actor } = startSession({ authenticated: false, user, permissions })
    expect(isAuthenticated(actor.getSnapshot())).toBe(false)
    expect(actor.getSnapshot().context).toMatchObject(noUser)
  })

  test('login success stores user and permissions', async () => {
    const { actor, promises } = startSession(signedOut)
    actor.send({ type: 'login.submit', credentials })
    await promises.settle('logIn', { output: { user, permissions } })
    expect(isAuthenticated(actor.getSnapshot())).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({ user, permissions, failure: null })
  })

  test('logout clears user and permissions at once', () => {
    const { actor } = startSession(signedIn)
    actor.send({ type: 'logout.request' })
    expect(isAuthenticated(actor.getSnapshot())).toBe(false)
    expect(actor.getSnapshot().context).toMatchObject(noUser)
  })

  test('logout reloads the page once, after 100 ms', async () => {
    const { actor, clock, promises, reload } = startSession(signedIn)
    actor.send({ type: 'logout.request' })
    await promises.settle('clearSession', {})
    clock.increment(99)
    expect(reload).not.toHaveBeenCalled()
    clock.increment(1)
    expect(reload).toHaveBeenCalledTimes(1)
    clock.increment(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(actor.getSnapshot().matches('signedOut')).toBe(true)
  })

  test('logout removes the cookies before the page reloads, however long that takes', async () => {
    const { actor, clock, promises, reload } = startSession(signedIn)
    actor.send({ type: 'logout.request' })
    clock.increment(5000)
    expect(reload).not.toHaveBeenCalled()
    await promises.settle('clearSession', {})
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('logout ends signed out even when the cookies could not be removed', async () => {
    const { actor, clock, promises, reload } = startSession(signedIn)
    actor.send({ type: 'logout.request' })
    await promises.settle('clearSession', { error: new Error('no network') })
    clock.increment(100)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(actor.getSnapshot().matches('signedOut')).toBe(true)
  })

  test('a 401 from any call signs the operator out and reloads the page after 100 ms', () => {
    const { actor, clock, reload } = startSession(signedIn)
    actor.send({ type: 'session.expired' })
    expect(isAuthenticated(actor.getSnapshot())).toBe(false)
    expect(actor.getSnapshot().context).toMatchObject(noUser)
    clock.increment(99)
    expect(reload).not.toHaveBeenCalled()
    clock.increment(1)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(actor.getSnapshot().matches('signedOut')).toBe(true)
  })

  test('a 401 while signing out or afterwards reloads the page neither earlier nor twice', async () => {
    const { actor, clock, promises, reload } = startSession(signedIn)
    actor.send({ type: 'logout.request' })
    actor.send({ type: 'session.expired' })
    clock.increment(100)
    expect(reload).not.toHaveBeenCalled()
    await promises.settle('clearSession', {})
    actor.send({ type: 'session.expired' })
    clock.increment(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('spec.md sections 5, 6 and 8', () => {
  test('login is refused unless sIdentifier is 1, even if the server accepts it', async () => {
    const { actor, promises } = startSession(signedOut)
    actor.send({ type: 'login.submit', credentials })
    await promises.settle('logIn', { output: { user: { ...user, sIdentifier: 2 }, permissions } })
    expect(isAuthenticated(actor.getSnapshot())).toBe(false)
    expect(actor.getSnapshot().context).toMatchObject({ ...noUser, failure: { code: 'refused' } })
  })

  test.each([
    ['a rejection', { code: 'refused', retryAfter: undefined }, { code: 'refused' }],
    [
      'too many attempts',
      { code: 'throttled', retryAfter: 8 },
      { code: 'throttled', retryAfter: 8 },
    ],
    ['an exception', new TypeError('fetch failed'), { code: 'internal' }],
    ['an undefined error', undefined, { code: 'internal' }],
    ['an error with a numeric code', { code: 429 }, { code: 'internal' }],
  ])('login reports failure on %s', async (_, error, failure) => {
    const { actor, promises } = startSession(signedOut)
    actor.send({ type: 'login.submit', credentials })
    await promises.settle('logIn', { error })
    expect(actor.getSnapshot().matches('signedOut')).toBe(true)
    expect(actor.getSnapshot().context.failure).toEqual(failure)
  })

  test('the next attempt clears the failure of the last one', async () => {
    const { actor, promises } = startSession(signedOut)
    actor.send({ type: 'login.submit', credentials })
    await promises.settle('logIn', { error: { code: 'refused' } })
    actor.send({ type: 'login.submit', credentials })
    expect(actor.getSnapshot().context.failure).toBeNull()
  })

  test("a 401 that answers the login is the login's own failure", async () => {
    const { actor, promises } = startSession(signedOut)
    actor.send({ type: 'login.submit', credentials })
    actor.send({ type: 'session.expired' })
    expect(actor.getSnapshot().matches('signingIn')).toBe(true)
    await promises.settle('logIn', { error: { code: 'refused' } })
    expect(actor.getSnapshot().context.failure).toEqual({ code: 'refused' })
  })

  test('loaded details replace user and permissions', () => {
    const { actor } = startSession(signedIn)
    actor.send({ type: 'user.loaded', user: { ...user, name: 'Ada' }, permissions: ['users'] })
    expect(actor.getSnapshot().context).toMatchObject({
      user: { ...user, name: 'Ada' },
      permissions: ['users'],
    })
  })

  test('the typed password is not stored', () => {
    const { actor } = startSession(signedOut)
    actor.send({ type: 'login.submit', credentials })
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain(credentials.password)
  })
})

test('the numbers of running jobs and open alerts are the last ones reported for the signed-in user', () => {
  const { actor } = startSession(signedIn)
  actor.send({ type: 'jobs.counted', underWay: 2 })
  expect(actor.getSnapshot().context).toMatchObject({
    user: { ...user, jobsUnderWay: 2 },
    permissions,
  })
  actor.send({ type: 'attention.counted', open: 5 })
  expect(actor.getSnapshot().context.user).toMatchObject({ jobsUnderWay: 2, attention: 5 })
  actor.send({ type: 'session.expired' })
  actor.send({ type: 'jobs.counted', underWay: 3 })
  expect(actor.getSnapshot().context.user).toBeNull()
})

describe('Second factor', () => {
  const startSecondStep = async (demand = secondFactor) => {
    const session = startSession(signedOut)
    session.actor.send({ type: 'login.submit', credentials })
    await session.promises.settle('logIn', { output: { secondFactor: demand } })
    return session
  }

  test('the password leads to the second factor, and that to the session', async () => {
    const { actor, promises } = await startSecondStep(appOnly)
    expect(isAuthenticated(actor.getSnapshot())).toBe(false)
    expect(getSecondStep(actor.getSnapshot())).toBe('totp')
    actor.send({ type: 'factor.submit', proof })
    await promises.settle('confirmFactor', { output: { user, permissions } })
    expect(isAuthenticated(actor.getSnapshot())).toBe(true)
  })

  test.each([
    [secondFactor, 'passkey'],
    [appOnly, 'totp'],
    [codesOnly, 'recovery'],
    [noFactor, 'lockedOut'],
    [enrollment, 'enrolling'],
  ])('starts with the most convenient way (%#)', async (demand, step) => {
    const { actor } = await startSecondStep(demand)
    expect(getSecondStep(actor.getSnapshot())).toBe(step)
  })

  test('a wrong code leads back to the way that was used', async () => {
    const { actor, promises } = await startSecondStep()
    actor.send({ type: 'factor.choose', choice: 'recovery' })
    actor.send({ type: 'factor.submit', proof: { method: 'recovery', code: 'wrong' } })
    await promises.settle('confirmFactor', { error: { code: 'wrong_factor' } })
    expect(getSecondStep(actor.getSnapshot())).toBe('recovery')
    expect(actor.getSnapshot().context.failure).toEqual({ code: 'wrong_factor' })
  })

  test('an expired challenge leads back to the password', async () => {
    const { actor, promises } = await startSecondStep()
    actor.send({ type: 'factor.submit', proof })
    await promises.settle('confirmFactor', { error: { code: 'challenge_expired' } })
    expect(actor.getSnapshot().matches('signedOut')).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({
      secondFactor: null,
      failure: { code: 'challenge_expired' },
    })
  })

  test('a way that the account does not have is never shown', async () => {
    const { actor } = await startSecondStep(appOnly)
    actor.send({ type: 'factor.choose', choice: 'passkey' })
    expect(getSecondStep(actor.getSnapshot())).toBe('totp')
  })

  test('an account that must add a factor first has no other way', async () => {
    const { actor } = await startSecondStep(enrollment)
    actor.send({ type: 'factor.choose', choice: 'lockedOut' })
    expect(getSecondStep(actor.getSnapshot())).toBe('enrolling')
  })

  test('canceling leads back to the password', async () => {
    const { actor, promises } = await startSecondStep()
    actor.send({ type: 'factor.cancel' })
    await promises.settle('cancelFactor', { error: new Error('no network') })
    expect(actor.getSnapshot().matches('signedOut')).toBe(true)
    expect(getSecondFactor(actor.getSnapshot())).toBeNull()
  })

  test('a passkey alone signs in', async () => {
    const { actor, promises } = startSession(signedOut)
    actor.send({ type: 'passkey.submit', response: {} })
    await promises.settle('signInWithPasskey', { output: { user, permissions } })
    expect(isAuthenticated(actor.getSnapshot())).toBe(true)
  })

  test('codes are not stored', async () => {
    const { actor } = await startSecondStep()
    actor.send({ type: 'factor.submit', proof })
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('123456')
  })
})
