import { createActor, fromPromise } from 'xstate'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import { notificationsMachine } from '#machines/notifications.ts'
import type { NotificationInput } from '#machines/notifications.ts'
import type { PasswordForm } from '#machines/resetPassword.ts'
import { sessionMachine } from '#machines/session.ts'
import type {
  FactorProof,
  PasswordResult,
  SessionCredentials,
  SessionInput,
  SignedInAccount,
} from '#machines/session.ts'
import { sideMenuMachine } from '#machines/sideMenu.ts'

/**
 * The data a page starts from, on the server and again in the browser: input, never a snapshot
 * (design.md).
 */
export type ConsoleInput = {
  session: SessionInput
  notifications: NotificationInput[]
  passwordForm: PasswordFormInput | null
  /** Side menu groups that the operator opened, if any. */
  opened?: readonly string[]
}

/** Input for a URL with `?password`: the write's key and, after a submit, the submitted form. */
export type PasswordFormInput = { writeKey: string; sent?: PasswordForm }

/** Effects that the machines request from their environment. */
export type Effects = {
  /** Rejects with a `SignInFailure`. */
  logIn(credentials: SessionCredentials): Promise<PasswordResult>
  /** Rejects with a `SignInFailure`. */
  confirmFactor(proof: FactorProof): Promise<SignedInAccount>
  /** Rejects with a `SignInFailure`. */
  signInWithPasskey(response: object): Promise<SignedInAccount>
  /** Makes the server forget the challenge of the second step. */
  cancelFactor(): Promise<void>
  /** Makes the server delete the three cookies. */
  clearSession(): Promise<void>
  reload(): void
}

export type Actors = {
  session: ActorRefFrom<typeof sessionMachine>
  notifications: ActorRefFrom<typeof notificationsMachine>
  sideMenu: ActorRefFrom<typeof sideMenuMachine>
}

/** Effects of each session machine, by its actor system. */
const effectsBySystem = new WeakMap<AnyActorRef['system'], Effects>()

function getEffects(system: AnyActorRef['system']): Effects {
  const effects = effectsBySystem.get(system)
  if (!effects) throw new Error('A session machine runs that startActors did not start')
  return effects
}

/** Built once: the server starts one machine per page, and `provide` rebuilds all its states. */
const sessionWithEffects = sessionMachine.provide({
  actors: {
    logIn: fromPromise<PasswordResult, SessionCredentials>(({ input: credentials, system }) =>
      getEffects(system).logIn(credentials),
    ),
    confirmFactor: fromPromise<SignedInAccount, FactorProof>(({ input: proof, system }) =>
      getEffects(system).confirmFactor(proof),
    ),
    signInWithPasskey: fromPromise<SignedInAccount, object>(({ input: response, system }) =>
      getEffects(system).signInWithPasskey(response),
    ),
    cancelFactor: fromPromise(({ system }) => getEffects(system).cancelFactor()),
    clearSession: fromPromise(({ system }) => getEffects(system).clearSession()),
  },
  actions: { reload: ({ system }) => getEffects(system).reload() },
})

/** Starts the shell's machines from `input` with this side's effects. */
export function startActors(
  input: Pick<ConsoleInput, 'session' | 'notifications' | 'opened'>,
  effects: Effects,
): Actors {
  const notifications = createActor(notificationsMachine, { input: { items: input.notifications } })
  const session = createActor(sessionWithEffects, { input: input.session })
  effectsBySystem.set(session.system, effects)
  const sideMenu = createActor(sideMenuMachine, {
    input: { width: null, ...(input.opened && { openGroups: input.opened }) },
  })
  const actors = { session, notifications, sideMenu }
  for (const actor of Object.values(actors)) actor.start()
  return actors
}

/** Stops all machines and their timers. A rendered page must leave nothing running. */
export function stopActors(actors: Actors): void {
  for (const actor of Object.values(actors)) actor.stop()
}
