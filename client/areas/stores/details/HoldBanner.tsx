import { Form, useNavigation } from 'react-router'
import { Instant } from '#client/ui/Instant.tsx'
import { messages } from '#shared/messages.ts'
import { failureSentence } from '#client/runtime/failureSentence.ts'
import { Button } from '#client/ui/Button.tsx'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import type { TabName } from '#shared/areas/stores/storeAddress.ts'
import { useMayChange } from './tabs/storeTab.tsx'
import type { TabProps } from './tabs/storeTab.tsx'
import { storeMessages } from './words.ts'
import * as styles from './tabs/overview.css.ts'

const say = storeMessages.hold

export function HoldBanner({
  store,
  refused,
  writeKey,
  tab,
}: Pick<TabProps, 'store' | 'refused' | 'writeKey'> & { tab: TabName }) {
  const { formData } = useNavigation()
  const deleteAfter = store['deleteAfter']
  const { remove } = useMayChange(store)
  const answer = refused?.intent === 'restore' ? refused : undefined
  if (typeof deleteAfter !== 'string') return null
  const version = answer?.conflict?.version ?? store.version
  return (
    <Form
      method="post"
      action={storeAddress(store.id, tab)}
      className={styles.banner}
      data-bad
      preventScrollReset
    >
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="writeKey" value={`${writeKey}-restore-${version}`} />
      <p className={styles.bannerText}>
        <Instant at={deleteAfter} say={say.until} />
      </p>
      {answer?.conflict && <p role="alert">{say.changed(answer.conflict.updatedBy)}</p>}
      {answer?.failure && (
        <div role="alert">
          <p>{failureSentence(answer.failure)}</p>
          {answer.failure.requestId && (
            <p>{messages.failures.requestId(answer.failure.requestId)}</p>
          )}
        </div>
      )}
      {remove && (
        <Button type="submit" color="white" loading={formData?.get('intent') === 'restore'}>
          {say.restore}
        </Button>
      )}
    </Form>
  )
}
