import { createActor, fromPromise } from 'xstate'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import { notificationsMachine } from '#machines/notifications.ts'
import type { NotificationInput } from '#machines/notifications.ts'
import type { PasswordForm } from '#machines/resetPassword.ts'
import { sessionMachine } from '#machines/session.ts'
import type { Credentials, SessionInput, SignedIn } from '#machines/session.ts'
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
  logIn(credentials: Credentials): Promise<SignedIn>
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
const effectsIn = new WeakMap<AnyActorRef['system'], Effects>()

function effectsOf(system: AnyActorRef['system']): Effects {
  const effects = effectsIn.get(system)
  if (!effects) throw new Error('A session machine runs that startActors did not start')
  return effects
}

/** Put together once: on the server every page starts one, and `provide` makes all its states anew. */
const providedSession = sessionMachine.provide({
  actors: {
    logIn: fromPromise<SignedIn, Credentials>(({ input: credentials, system }) =>
      effectsOf(system).logIn(credentials),
    ),
    clearSession: fromPromise(({ system }) => effectsOf(system).clearSession()),
  },
  actions: { reload: ({ system }) => effectsOf(system).reload() },
})

/** Starts the shell's machines from `input` with this side's effects. */
export function startActors(
  input: Pick<ConsoleInput, 'session' | 'notifications' | 'opened'>,
  effects: Effects,
): Actors {
  const notifications = createActor(notificationsMachine, { input: { items: input.notifications } })
  const session = createActor(providedSession, { input: input.session })
  effectsIn.set(session.system, effects)
  const sideMenu = createActor(sideMenuMachine, {
    input: { width: null, ...(input.opened && { opened: input.opened }) },
  })
  const actors = { session, notifications, sideMenu }
  for (const actor of Object.values(actors)) actor.start()
  return actors
}

/** Ends all machines and their timers: a page that was rendered must leave nothing running. */
export function stopActors(actors: Actors): void {
  for (const actor of Object.values(actors)) actor.stop()
}
