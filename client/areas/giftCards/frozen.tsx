import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { Status } from '#client/frame/index.ts'
import { Link } from '#client/ui/Link.tsx'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import { giftCardTemplateMessages } from './templateMessages.ts'

type FrozenEnvironment = { environment: GiftCardEnvironment; reason: string }

/** Lists the frozen environments. If the platform doesn't return them, the list is empty. */
export async function listFrozenGiftCardEnvironments(
  api: Api,
  signal: AbortSignal,
): Promise<FrozenEnvironment[]> {
  const { query } = parseListQuery(giftCardSetup, new URLSearchParams())
  try {
    const { records } = await listRecords(api, giftCardSetup, query, signal)
    return records
      .filter(({ frozen }) => frozen === true)
      .map(({ environment, frozenReason }) => ({
        environment: environment === 'live' ? 'live' : 'sandbox',
        reason: String(frozenReason ?? ''),
      }))
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return []
    throw error
  }
}

const useFrozenEnvironments = () =>
  useLoaderData<{ frozen?: readonly FrozenEnvironment[] }>().frozen ?? []

/** Shows above the templates that nothing is sent, why, and where to unfreeze it. */
export function FrozenGiftCardsBar() {
  const frozen = useFrozenEnvironments()
  if (frozen.length === 0) return null
  return (
    <div className={toolbar.unread}>
      {frozen.map(({ environment, reason }) => (
        <p key={environment}>
          {giftCardTemplateMessages.allFrozen(giftCardEnvironments[environment], reason)}{' '}
          <Link to={`${giftCardSetup.path}?environment=${environment}#freeze`}>
            {giftCardTemplateMessages.lifted}
          </Link>
        </p>
      ))}
    </div>
  )
}

type Props = { template: AnyRecord; cell: (template: AnyRecord) => ReactNode }

/** Shows a template's status. A live template sends nothing while its environment is frozen. */
export function GiftCardTemplateStatus({ template, cell }: Props) {
  const isFrozen = useFrozenEnvironments().some(
    ({ environment }) => environment === template['environment'],
  )
  if (!isFrozen || template['status'] !== 'live') return cell(template)
  return <Status tone="bad">{giftCardTemplateMessages.frozen}</Status>
}
