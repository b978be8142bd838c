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
}

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
  /** Whether a token existed at the start; read once, to choose the first state. */
  startsAuthenticated: boolean
}

type SessionEvent =
  | { type: 'login.submit'; credentials: SessionCredentials }
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

/**
 * Session of the operator (spec.md sections 4, 6, and 8). Callers provide `logIn` (rejects with
 * `SignInFailure`), `clearSession` (must settle in time), and `reload`.
 */
export const sessionMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: SessionContext
    events: SessionEvent
    input: SessionInput
    tags: 'authenticated' | 'busy' | 'leaving'
  },
  actors: {
    logIn: fromPromise<SignedInAccount, SessionCredentials>(async () => throwNotProvided('logIn')),
    clearSession: fromPromise<void>(async () => throwNotProvided('clearSession')),
  },
  actions: {
    reload: () => throwNotProvided('reload'),
    remember: assign((_, { user, permissions }: SignedInAccount) => ({ user, permissions })),
    countJobs: assign(({ context: { user } }, { underWay }: { underWay: number }) => ({
      user: user && { ...user, jobsUnderWay: underWay },
    })),
    countAttention: assign(({ context: { user } }, { open }: { open: number }) => ({
      user: user && { ...user, attention: open },
    })),
    forget: assign({ user: null, permissions: [] }),
    fail: assign((_, failure: SignInFailure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    startsAuthenticated: ({ context }) => context.startsAuthenticated,
    isOperator: (_, { user }: SignedInAccount) => user.sIdentifier === operatorIdentifier,
  },
  delays: { logoutReloadDelay: limits.logoutReloadDelay },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, from the token cookie to the reload after signing out.',
  context: ({ input }) => ({
    user: input.authenticated ? input.user : null,
    permissions: input.authenticated ? input.permissions : [],
    failure: null,
    startsAuthenticated: input.authenticated,
  }),
  initial: 'starting',
  states: {
    /** Signed in if a token exists (spec.md section 4); left at once. */
    starting: {
      always: [{ guard: 'startsAuthenticated', target: 'signedIn' }, { target: 'signedOut' }],
    },
    signedOut: {
      on: { 'login.submit': 'signingIn' },
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
          {
            guard: { type: 'isOperator', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'remember', params: ({ event }) => event.output },
          },
          // Only sIdentifier 1 can sign in (spec.md section 5), even if the server let another
          // through.
          { target: 'signedOut', actions: { type: 'fail', params: { code: 'refused' } } },
        ],
        onError: {
          target: 'signedOut',
          actions: { type: 'fail', params: ({ event }) => toSignInFailure(event.error) },
        },
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

/** Whether a sign-in or sign-out is in progress. */
export const isSigningInOrOut = (snapshot: SessionSnapshot) => snapshot.hasTag('busy')

/** Whether the session has ended and the page is about to reload. */
export const isAboutToReload = (snapshot: SessionSnapshot) => snapshot.hasTag('leaving')
