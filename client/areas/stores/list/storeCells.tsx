import { formatNumber } from '#shared/format/numbers.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Badge, StoreStatus } from '#client/frame/index.ts'
import type { ListOptions } from '#client/list/listProps.ts'
import { IntegrationSummary } from './IntegrationSummary.tsx'
import * as styles from './cells.css.ts'

const toCellText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Failed payments per week from which the count is shown. */
const minShownFailures = 10

export const storeCells: NonNullable<ListOptions['cells']> = {
  code: ({ code }: AnyRecord) => <span className={styles.code}>{toCellText(code)}</span>,
  status: (store) => typeof store['status'] === 'string' && <StoreStatus store={store} />,
  readiness: ({ readiness }) =>
    typeof readiness === 'number' && (
      <span className={readiness < 100 ? styles.incomplete : styles.quiet}>{readiness}%</span>
    ),
  failing: (store) => <IntegrationSummary store={store} />,
  failedPayments7d: ({ failedPayments7d: failed }) =>
    typeof failed === 'number' &&
    failed >= minShownFailures && <span className={styles.warning}>{formatNumber(failed)}</span>,
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
