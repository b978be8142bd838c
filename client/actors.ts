import { createActor, fromPromise, sendTo } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { notificationsMachine } from '#machines/notifications.ts'
import type { NotificationInput } from '#machines/notifications.ts'
import { resetPasswordMachine } from '#machines/resetPassword.ts'
import type { PasswordChange } from '#machines/resetPassword.ts'
import { sessionMachine } from '#machines/session.ts'
import type { Credentials, SessionInput, SignedIn } from '#machines/session.ts'
import { sideMenuMachine } from '#machines/sideMenu.ts'
import { ApiFailure } from '#shared/api.ts'
import { menuGroups } from '#shared/routes.ts'
import { generatePassword, secureRandom } from '#shared/password.ts'
import { messages } from '#shared/messages.ts'
import { failureSentence } from './failureSentence.ts'

/** What a page starts from, on the server and again in the browser: input, never a snapshot (design.md). */
export type ConsoleInput = { session: SessionInput; notifications: NotificationInput[] }

/** What the machines ask their surroundings to do. */
export type Effects = {
  /** Rejects with a `SignInFailure`. */
  logIn(credentials: Credentials): Promise<SignedIn>
  /** Has the server remove the three cookies. */
  clearSession(): Promise<void>
  changePassword(change: PasswordChange): Promise<void>
  reload(): void
}

export type Actors = {
  session: ActorRefFrom<typeof sessionMachine>
  notifications: ActorRefFrom<typeof notificationsMachine>
  resetPassword: ActorRefFrom<typeof resetPasswordMachine>
  sideMenu: ActorRefFrom<typeof sideMenuMachine>
}

/** Starts the shell's machines from `input` with this side's effects. */
export function startActors(input: ConsoleInput, effects: Effects): Actors {
  const notifications = createActor(notificationsMachine, { input: { items: input.notifications } })
  const session = createActor(
    sessionMachine.provide({
      actors: {
        logIn: fromPromise<SignedIn, Credentials>(({ input: credentials }) =>
          effects.logIn(credentials),
        ),
        clearSession: fromPromise(() => effects.clearSession()),
      },
      actions: { reload: () => effects.reload() },
    }),
    { input: input.session },
  )
  const resetPassword = createActor(
    resetPasswordMachine.provide({
      actors: {
        changePassword: fromPromise<void, PasswordChange>(({ input: change }) =>
          effects.changePassword(change),
        ),
      },
      actions: {
        announceSuccess: sendTo(notifications, {
          type: 'notification.show',
          notification: { type: 'success', text: messages.resetPassword.changed },
        }),
        announceFailure: sendTo(notifications, (_, { error }) => ({
          type: 'notification.show',
          notification: {
            type: 'error' as const,
            title: messages.resetPassword.failed,
            text: reasonOf(error),
            timeout: false,
          },
        })),
      },
    }),
    { input: { generate: () => generatePassword(secureRandom) } },
  )
  const sideMenu = createActor(sideMenuMachine, {
    input: { width: null, expanded: [...menuGroups] },
  })
  const actors = { session, notifications, resetPassword, sideMenu }
  for (const actor of Object.values(actors)) actor.start()
  return actors
}

/** Ends all machines and their timers: a page that was rendered must leave nothing running. */
export function stopActors(actors: Actors): void {
  for (const actor of Object.values(actors)) actor.stop()
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return messages.failures.internal
  const [first] = Object.values(error.problem.fields ?? {})
  return first ?? failureSentence({ ...error.problem, what: messages.resetPassword.what })
}
