import { Form, useNavigation } from 'react-router'
import { formatActor } from '#shared/engine/actors.ts'
import { Button } from '#client/frame/index.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { messages } from '#shared/messages.ts'
import { formatPageFailure } from '#client/runtime/formatError.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { useCanChange } from './tabs/storeTab.tsx'
import type { TabProps } from './tabs/storeTab.tsx'
import { storePageMessages } from './messages.ts'
import * as styles from './tabs/overview.css.ts'

export function PendingDeletionBanner({
  store,
  refused,
  writeKey,
  tab,
}: Pick<TabProps, 'store' | 'refused' | 'writeKey'> & { tab: StoreTabName }) {
  const { formData } = useNavigation()
  const deleteAfter = store['deleteAfter']
  const { remove } = useCanChange(store)
  const answer = refused?.intent === 'restore' ? refused : undefined
  if (typeof deleteAfter !== 'string') return null
  const version = answer?.conflict?.version ?? store.version
  return (
    <Form
      method="post"
      action={buildStoreUrl(store.id, tab)}
      className={styles.banner}
      data-bad
      preventScrollReset
    >
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="writeKey" value={`${writeKey}-restore-${version}`} />
      <p className={styles.bannerText}>
        <Instant at={deleteAfter} format={storePageMessages.hold.until} />
      </p>
      {answer?.conflict && (
        <p role="alert">{storePageMessages.hold.changed(formatActor(answer.conflict.updatedBy))}</p>
      )}
      {answer?.failure && (
        <div role="alert">
          <p>{formatPageFailure(answer.failure)}</p>
          {answer.failure.requestId && (
            <p>{messages.failures.requestId(answer.failure.requestId)}</p>
          )}
        </div>
      )}
      {remove && (
        <Button type="submit" color="white" loading={formData?.get('intent') === 'restore'}>
          {storePageMessages.hold.restore}
        </Button>
      )}
    </Form>
  )
}
