import { apiKeys, apiKeyStatuses } from '#shared/areas/apiKeys/apiKeys.ts'
import type { ApiKeyStatus } from '#shared/areas/apiKeys/apiKeys.ts'
import { listOwnApiKeys } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section, Status, Table } from '#client/frame/index.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { defineAccountSection } from '../accountSection.ts'
import { ownApiKeyMessages } from '../apiKeyMessages.ts'
import * as styles from '../account.css.ts'

const { columns: columnTexts } = ownApiKeyMessages
const ownKeyTones = { active: 'good', expired: 'warn', revoked: 'off' } as const

function renderStatus(status: ApiKeyStatus) {
  return <Status tone={ownKeyTones[status]}>{apiKeyStatuses[status]}</Status>
}

function renderLastUse({ lastUsedAt, lastUsedFrom }: AnyRecord) {
  if (typeof lastUsedAt !== 'string') return ownApiKeyMessages.neverUsed
  return <Instant at={lastUsedAt} format={ownApiKeyMessages.lastUsed(String(lastUsedFrom))} />
}

const columns = [
  {
    label: columnTexts.name,
    render: (key: AnyRecord) => (
      <>
        <Link to={getRecordUrl(apiKeys, key)}>{getLabel(apiKeys, key)}</Link>
        <span className={styles.about}>
          <Instant
            at={String(key['expiresAt'])}
            format={
              key['status'] === 'expired' ? ownApiKeyMessages.expired : ownApiKeyMessages.expires
            }
          />
        </span>
        <span className={styles.about}>{renderLastUse(key)}</span>
      </>
    ),
  },
  {
    label: columnTexts.status,
    render: ({ status }: AnyRecord) => renderStatus(status as ApiKeyStatus), // The definition says so.
  },
]

/** The operator's own keys. Each has a page of its own. */
function ApiKeysSection({ keys }: { keys: readonly AnyRecord[] }) {
  return (
    <Section
      id="apiKeys"
      title={ownApiKeyMessages.title}
      aside={
        <ButtonLink to={`${apiKeys.path}/create`} size="small">
          {ownApiKeyMessages.create}
        </ButtonLink>
      }
    >
      <div className={styles.inset}>
        <p className={styles.text}>{ownApiKeyMessages.explain}</p>
        <Table
          caption={ownApiKeyMessages.list}
          columns={columns}
          rows={keys}
          keyOf={({ id }) => id}
          empty={<p>{ownApiKeyMessages.none}</p>}
        />
      </div>
    </Section>
  )
}

export const apiKeysSection = defineAccountSection<AnyRecord[]>({
  title: ownApiKeyMessages.title,
  what: ownApiKeyMessages.what,
  load: ({ api, signal }) => listOwnApiKeys(api, signal),
  render: ({ data }) => <ApiKeysSection keys={data} />,
})
