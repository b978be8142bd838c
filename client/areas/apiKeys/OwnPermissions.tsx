import { useSelector } from '@xstate/react'
import { getApiKeyActions } from '#shared/permissions/apiKeyPermissions.ts'
import { can } from '#shared/permissions/can.ts'
import { PermissionMatrix } from '#client/form/permissions/PermissionMatrix.tsx'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { apiKeysMessages } from './messages.ts'

type Props = { id: string; name: string; value: unknown; error?: string | undefined }

/** Offers the permissions that the operator has and a key can have. */
export function OwnPermissions(input: Props) {
  const own = useSelector(useActors().session, ({ context }) => context.permissions)
  return (
    <PermissionMatrix
      {...input}
      hint={apiKeysMessages.permissionsHint}
      getActions={(key) => getApiKeyActions(key).filter((action) => can(own, key, action))}
    />
  )
}
