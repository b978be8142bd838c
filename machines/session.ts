import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { limits } from '#shared/limits.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import type { SignedInUser } from '#shared/engine/user.ts'
import { throwNotProvided } from './notProvided.ts'

/**
 * Session as a request's cookies describe it; the same on the server and in the browser. It never
 * holds the token.
 */
export interface SessionInput {
  authenticated: boolean
  user: SignedInUser | null
  permissions: string[]
  /** The second step of a sign-in that began before this page, if any, and its chosen way. */
  secondFactor?: SecondFactor | null
  secondStep?: string | null
}

/** What a sign-in needs after the password: the ways that the account has, or an app to set up. */
export interface SecondFactor {
  methods: readonly string[]
  /** Options of a passkey's ceremony; null if the account has none. */
  options: object | null
  setup: { secret: string; qrCode: string } | null
}

/** A proof of a second factor. It passes through to `confirmFactor` and is never stored. */
export type FactorProof =
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; response: object }

/** Ways to go on with the second step, and the page for those who have none of them. */
export type FactorChoice = FactorProof['method'] | 'lockedOut'

/** Credentials that the operator enters. They pass through to `logIn` and are never stored. */
export interface SessionCredentials {
  email: string
  password: string
}

export interface SignedInAccount {
  user: SignedInUser
  permissions: string[]
}

/** Why a sign-in failed: a code that selects the message, and seconds to wait before retrying. */
export interface SignInFailure {
  code: string
  retryAfter?: number
}

interface SessionContext {
  user: SignedInUser | null
  permissions: string[]
  failure: SignInFailure | null
  /** What the second step needs; null in every other state. */
  secondFactor: SecondFactor | null
  /** The way in which the second step starts, if the visitor chose one. */
  startsAtStep: string | null
  /** Whether a token existed at the start; read once, to choose the first state. */
  startsAuthenticated: boolean
}

/** The result of a correct password. */
export type PasswordResult = SignedInAccount | { secondFactor: SecondFactor }

type SessionEvent =
  | { type: 'login.submit'; credentials: SessionCredentials }
  | { type: 'passkey.submit'; response: object }
  | { type: 'factor.choose'; choice: FactorChoice }
  | { type: 'factor.submit'; proof: FactorProof }
  | { type: 'factor.cancel' }
  | ({ type: 'user.loaded' } & SignedInAccount)
  | { type: 'jobs.counted'; underWay: number }
  | { type: 'attention.counted'; open: number }
  | { type: 'logout.request' }
  | { type: 'session.expired' }

function toSignInFailure(error: unknown): SignInFailure {
  if (typeof error !== 'object' || error === null) return { code: 'internal' }
  if (!('code' in error) || typeof error.code !== 'string') return { code: 'internal' }
  return 'retryAfter' in error && typeof error.retryAfter === 'number'
    ? { code: error.code, retryAfter: error.retryAfter }
    : { code: error.code }
}

/** What the answer to a sign-in leads to: the same for a password, a passkey, and a second factor. */
const accept = {
  guard: { type: 'isOperator', params: ({ event }: SignInAnswer) => event.output },
  target: 'signedIn',
  // The guard lets only accounts through.
  actions: {
    type: 'remember',
    params: ({ event }: SignInAnswer) => event.output as SignedInAccount,
  },
} as const
/** Only sIdentifier 1 can sign in (spec.md section 5), even if the server let another through. */
const reject = {
  target: 'signedOut',
  actions: { type: 'end', params: { code: 'refused' } },
} as const
const fail = {
  target: 'signedOut',
  actions: { type: 'end', params: ({ event }: SignInError) => toSignInFailure(event.error) },
} as const
/** Continues with this second step if the visitor chose it and the account has it. */
const chooseStep = <Step extends FactorChoice>(step: Step) =>
  ({
    guard: {
      type: 'isChosen',
      params: ({ event }: { event: { choice: FactorChoice } }) => [event.choice, step] as const,
    },
    target: `.${step}`,
    actions: 'clearFailure',
  }) as const
type SignInAnswer = { event: { output: PasswordResult } }
type SignInError = { event: { error: unknown } }

/**
 * Session of the operator (spec.md sections 4, 6, and 8): password, then a second factor if the
 * account has one, or a passkey alone. Callers provide `logIn`, `confirmFactor`, and
 * `signInWithPasskey` (reject with `SignInFailure`), `cancelFactor` and `clearSession` (must settle
 * in time), and `reload`.
 */
export const sessionMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: SessionContext
    events: SessionEvent
    input: SessionInput
    tags: 'authenticated' | 'busy' | 'leaving' | 'secondFactor'
  },
  actors: {
    logIn: fromPromise<PasswordResult, SessionCredentials>(async () => throwNotProvided('logIn')),
    confirmFactor: fromPromise<SignedInAccount, FactorProof>(async () =>
      throwNotProvided('confirmFactor'),
    ),
    signInWithPasskey: fromPromise<SignedInAccount, object>(async () =>
      throwNotProvided('signInWithPasskey'),
    ),
    cancelFactor: fromPromise<void>(async () => throwNotProvided('cancelFactor')),
    clearSession: fromPromise<void>(async () => throwNotProvided('clearSession')),
  },
  actions: {
    reload: () => throwNotProvided('reload'),
    remember: assign((_, { user, permissions }: SignedInAccount) => ({
      user,
      permissions,
      secondFactor: null,
    })),
    demandFactor: assign((_, secondFactor: SecondFactor | null) => ({ secondFactor })),
    countJobs: assign(({ context: { user } }, { underWay }: { underWay: number }) => ({
      user: user && { ...user, jobsUnderWay: underWay },
    })),
    countAttention: assign(({ context: { user } }, { open }: { open: number }) => ({
      user: user && { ...user, attention: open },
    })),
    forget: assign({ user: null, permissions: [] }),
    fail: assign((_, failure: SignInFailure) => ({ failure })),
    /** Fails the whole sign-in, also its second step. */
    end: assign((_, failure: SignInFailure) => ({ failure, secondFactor: null })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    startsAuthenticated: ({ context }) => context.startsAuthenticated,
    isOperator: (_, account: PasswordResult) =>
      'user' in account && account.user.sIdentifier === operatorIdentifier,
    needsFactor: (_, result: PasswordResult) => 'secondFactor' in result,
    startsAtSecondFactor: ({ context }) => context.secondFactor !== null,
    mustEnroll: ({ context }) => context.secondFactor?.setup !== null,
    startsAt: ({ context }, step: FactorChoice) =>
      context.startsAtStep === step &&
      (step === 'lockedOut' || (context.secondFactor?.methods.includes(step) ?? false)),
    offers: ({ context }, method: FactorProof['method']) =>
      context.secondFactor?.methods.includes(method) ?? false,
    isChosen: ({ context }, [choice, method]: readonly [FactorChoice, FactorChoice]) =>
      choice === method &&
      context.secondFactor?.setup === null &&
      (method === 'lockedOut' || context.secondFactor.methods.includes(method)),
    isOver: (_, { code }: SignInFailure) => code === 'challenge_expired',
  },
  delays: { logoutReloadDelay: limits.logoutReloadDelay },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, from the token cookie to the reload after signing out.',
  context: ({ input }) => ({
    user: input.authenticated ? input.user : null,
    permissions: input.authenticated ? input.permissions : [],
    failure: null,
    secondFactor: input.authenticated ? null : (input.secondFactor ?? null),
    startsAtStep: input.secondStep ?? null,
    startsAuthenticated: input.authenticated,
  }),
  initial: 'starting',
  states: {
    /** Signed in if a token exists (spec.md section 4); left at once. */
    starting: {
      always: [
        { guard: 'startsAuthenticated', target: 'signedIn' },
        { guard: 'startsAtSecondFactor', target: 'secondFactor' },
        { target: 'signedOut' },
      ],
    },
    signedOut: {
      on: { 'login.submit': 'signingIn', 'passkey.submit': 'signingInWithPasskey' },
    },
    /** A 401 here is the answer to the sign-in, so `session.expired` is ignored. */
    signingIn: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ event }) => {
          assertEvent(event, 'login.submit')
          return event.credentials
        },
        onDone: [
          accept,
          {
            guard: { type: 'needsFactor', params: ({ event }) => event.output },
            target: 'secondFactor',
            actions: {
              type: 'demandFactor',
              params: ({ event }) =>
                'secondFactor' in event.output ? event.output.secondFactor : null,
            },
          },
          reject,
        ],
        onError: fail,
      },
    },
    /** A passkey alone is both factors. A 401 here is its answer, too. */
    signingInWithPasskey: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'signInWithPasskey',
        src: 'signInWithPasskey',
        input: ({ event }) => {
          assertEvent(event, 'passkey.submit')
          return event.response
        },
        onDone: [accept, reject],
        onError: fail,
      },
    },
    /** The password was correct, and no session has started yet. */
    secondFactor: {
      tags: 'secondFactor',
      initial: 'choosing',
      on: {
        'factor.submit': 'confirmingFactor',
        'factor.cancel': 'canceling',
        'factor.choose': [
          chooseStep('totp'),
          chooseStep('passkey'),
          chooseStep('recovery'),
          chooseStep('lockedOut'),
        ],
      },
      states: {
        /** The account's most convenient way first; left at once. */
        choosing: {
          always: [
            { guard: 'mustEnroll', target: 'enrolling' },
            { guard: { type: 'startsAt', params: 'recovery' }, target: 'recovery' },
            { guard: { type: 'startsAt', params: 'totp' }, target: 'totp' },
            { guard: { type: 'startsAt', params: 'lockedOut' }, target: 'lockedOut' },
            { guard: { type: 'offers', params: 'passkey' }, target: 'passkey' },
            { guard: { type: 'offers', params: 'totp' }, target: 'totp' },
            { guard: { type: 'offers', params: 'recovery' }, target: 'recovery' },
            { target: 'lockedOut' },
          ],
        },
        enrolling: {},
        totp: {},
        passkey: {},
        recovery: {},
        /** The device with the passkey or the app is gone: a recovery code or an admin helps. */
        lockedOut: {},
        last: { type: 'history' },
      },
    },
    /** A 401 here is the answer to the factor. */
    confirmingFactor: {
      tags: ['busy', 'secondFactor'],
      entry: 'clearFailure',
      invoke: {
        id: 'confirmFactor',
        src: 'confirmFactor',
        input: ({ event }) => {
          assertEvent(event, 'factor.submit')
          return event.proof
        },
        onDone: [accept, reject],
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => toSignInFailure(event.error) },
            ...fail,
          },
          {
            target: 'secondFactor.last',
            actions: { type: 'fail', params: ({ event }) => toSignInFailure(event.error) },
          },
        ],
      },
    },
    canceling: {
      tags: 'busy',
      entry: ['clearFailure', { type: 'demandFactor', params: null }],
      invoke: {
        id: 'cancelFactor',
        src: 'cancelFactor',
        onDone: 'signedOut',
        // The challenge expires soon. A failure must not keep the operator here.
        onError: 'signedOut',
      },
    },
    signedIn: {
      tags: 'authenticated',
      on: {
        'user.loaded': { actions: { type: 'remember', params: ({ event }) => event } },
        'jobs.counted': { actions: { type: 'countJobs', params: ({ event }) => event } },
        'attention.counted': {
          actions: { type: 'countAttention', params: ({ event }) => event },
        },
        'logout.request': 'signingOut',
        'session.expired': 'expired',
      },
    },
    /** The page reloads once both are done: with the cookies still set, it would sign in again. */
    signingOut: {
      tags: ['busy', 'leaving'],
      entry: 'forget',
      type: 'parallel',
      states: {
        cookies: {
          initial: 'clearing',
          states: {
            clearing: {
              invoke: {
                id: 'clearSession',
                src: 'clearSession',
                onDone: 'settled',
                // A failure must not keep the operator signed in.
                onError: 'settled',
              },
            },
            settled: { type: 'final' },
          },
        },
        pause: {
          initial: 'waiting',
          states: {
            waiting: { after: { logoutReloadDelay: 'over' } },
            over: { type: 'final' },
          },
        },
      },
      onDone: { target: 'signedOut', actions: 'reload' },
    },
    /** A 401 from any call but sign-in: the server has removed the cookies (http.md, "Proxy"). */
    expired: {
      tags: 'leaving',
      entry: 'forget',
      after: { logoutReloadDelay: { target: 'signedOut', actions: 'reload' } },
    },
  },
})

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** Whether the operator is signed in; drives the redirect rule (spec.md section 4). */
export const isAuthenticated = (snapshot: SessionSnapshot) => snapshot.hasTag('authenticated')

/** Whether the password was correct and the sign-in waits for a second factor. */
export const needsSecondFactor = (snapshot: SessionSnapshot) => snapshot.hasTag('secondFactor')

const secondSteps = ['enrolling', 'totp', 'passkey', 'recovery', 'lockedOut'] as const
export type SecondStep = (typeof secondSteps)[number]

/** Returns the way of the second step that is shown; null outside of it. */
export const getSecondStep = (snapshot: SessionSnapshot): SecondStep | null =>
  secondSteps.find((step) => snapshot.matches({ secondFactor: step })) ?? null

/** Returns what the second step needs; null outside of it. */
export const getSecondFactor = (snapshot: SessionSnapshot): SecondFactor | null =>
  snapshot.context.secondFactor

/** Whether a sign-in or sign-out is in progress. */
export const isSigningInOrOut = (snapshot: SessionSnapshot) => snapshot.hasTag('busy')

/** Whether the session has ended and the page is about to reload. */
export const isAboutToReload = (snapshot: SessionSnapshot) => snapshot.hasTag('leaving')
