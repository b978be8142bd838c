import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ListLook } from '#client/list/listProps.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { IntegrationStates } from './IntegrationStates.tsx'
import { StoreStatus } from '#client/stores/StoreStatus.tsx'
import * as styles from './cells.css.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The cells of the list of stores that say more than their value. */
export const storeCells: NonNullable<ListLook['cells']> = {
  code: ({ code }: AnyRecord) => <span className={styles.code}>{text(code)}</span>,
  status: (store) => <StoreStatus store={store} />,
  readiness: ({ readiness }) =>
    typeof readiness === 'number' && (
      <Progress label={storesMessages.readiness} percent={readiness} />
    ),
  failing: (store) => <IntegrationStates store={store} />,
  failedPayments7d: ({ failedPayments7d: failed }) =>
    typeof failed === 'number' && failed > 0 && <span className={styles.trouble}>{failed}</span>,
  tags: ({ tags }) =>
    Array.isArray(tags) &&
    tags.length > 0 && (
      <span className={styles.tags}>
        {tags.map((tag: string) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    ),
}
