import { createActor, fromPromise } from 'xstate'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import { notificationsMachine } from '#machines/notifications.ts'
import type { NotificationInput } from '#machines/notifications.ts'
import type { PasswordForm } from '#machines/resetPassword.ts'
import { sessionMachine } from '#machines/session.ts'
import type { SessionCredentials, SessionInput, SignedInAccount } from '#machines/session.ts'
import { sideMenuMachine } from '#machines/sideMenu.ts'

/** What a page starts from, on the server and again in the browser: input, never a snapshot (design.md). */
export type ConsoleInput = {
  session: SessionInput
  notifications: NotificationInput[]
  passwordForm: PasswordFormInput | null
  /** The groups of the side menu that the operator opened, where there are any. */
  opened?: readonly string[]
}

/** For an address with `?password`: the key of the write, and what the form was sent with if it was. */
export type PasswordFormInput = { writeKey: string; sent?: PasswordForm }

/** What the machines ask their surroundings to do. */
export type Effects = {
  /** Rejects with a `SignInFailure`. */
  logIn(credentials: SessionCredentials): Promise<SignedInAccount>
  /** Has the server remove the three cookies. */
  clearSession(): Promise<void>
  reload(): void
}

export type Actors = {
  session: ActorRefFrom<typeof sessionMachine>
  notifications: ActorRefFrom<typeof notificationsMachine>
  sideMenu: ActorRefFrom<typeof sideMenuMachine>
}

/** What each session machine asks of its surroundings, by its system. */
const effectsBySystem = new WeakMap<AnyActorRef['system'], Effects>()

function getEffects(system: AnyActorRef['system']): Effects {
  const effects = effectsBySystem.get(system)
  if (!effects) throw new Error('A session machine runs that startActors did not start')
  return effects
}

/** Put together once: on the server every page starts one, and `provide` makes all its states anew. */
const sessionWithEffects = sessionMachine.provide({
  actors: {
    logIn: fromPromise<SignedInAccount, SessionCredentials>(({ input: credentials, system }) =>
      getEffects(system).logIn(credentials),
    ),
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

/** Ends all machines and their timers: a page that was rendered must leave nothing running. */
export function stopActors(actors: Actors): void {
  for (const actor of Object.values(actors)) actor.stop()
}
