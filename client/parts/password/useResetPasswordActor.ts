import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { fromPromise, sendTo } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { resetPasswordMachine } from '#machines/resetPassword.ts'
import type { PasswordChangeInput } from '#machines/resetPassword.ts'
import type { Api } from '#shared/engine/api.ts'
import { hasPasswordParam } from '#shared/navigation/passwordUrl.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { generatePassword, getSecureRandom } from '#shared/areas/signIn/generatePassword.ts'
import { updatePassword } from '#shared/engine/platformCalls.ts'
import type { Actors } from '#client/runtime/actors.ts'
import { useActors, useApi, useSubmittedPasswordForm } from '#client/runtime/ConsoleContext.tsx'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'

export type ResetPasswordActor = ActorRefFrom<typeof resetPasswordMachine>

/**
 * Starts the Reset Password machine. Server and browser start it from the same URL and submitted
 * form.
 */
export function useResetPasswordActor(): ResetPasswordActor {
  const { search, key } = useLocation()
  const isRequested = hasPasswordParam(search)
  const actors = useActors()
  const api = useApi()
  const form = useSubmittedPasswordForm()
  const [machine] = useState(() => provideResetPasswordMachine(actors, api))
  const actor = useActorRef(machine, {
    input: {
      generate: () => generatePassword(getSecureRandom),
      open: isRequested,
      form: form?.sent,
    },
  })
  // Depends on the key as well, so that opening the same URL again reopens the modal.
  const syncWithUrl = useEffectEvent((opens: boolean, _key: string) =>
    actor.send({ type: opens ? 'modal.open' : 'modal.close' }),
  )
  useEffect(() => syncWithUrl(isRequested, key), [isRequested, key])
  return actor
}

const provideResetPasswordMachine = ({ session, notifications }: Actors, api: Api) =>
  resetPasswordMachine.provide({
    actors: {
      changePassword: fromPromise<void, PasswordChangeInput>(({ input: change }) => {
        const id = session.getSnapshot().context.user?.id ?? ''
        return updatePassword(api, { id, ...change }, createIdempotencyKey())
      }),
    },
    actions: {
      announceSuccess: sendTo(notifications, {
        type: 'notification.show',
        notification: { type: 'success', text: resetPasswordMessages.changed },
      }),
      announceFailure: sendTo(notifications, (_, { error }) => ({
        type: 'notification.show',
        notification: {
          type: 'error' as const,
          title: resetPasswordMessages.failed,
          text: formatError(error, resetPasswordMessages.what),
          timeout: false,
        },
      })),
    },
  })
