import { Badge } from '#client/frame/index.ts'
import type { SizeRun } from './sizeRun.ts'
import * as styles from './sizes.css.ts'
import { sizeRunMessages } from './messages.ts'

type Props = { run: SizeRun; isExisting: (code: string) => boolean }

/** Lists the sizes of a run, marking existing ones, or explains why the fields describe no run. */
export function SizeRunPreview({ run: { sizes, errors }, isExisting }: Props) {
  const existing = sizes.filter(({ code }) => isExisting(code)).length
  const [error] = Object.values(errors)
  return (
    <>
      <p role="status">{error ?? describeRun(sizes.length, existing)}</p>
      <ul className={styles.sizes} aria-label={sizeRunMessages.sizes}>
        {sizes.map(({ code }) => (
          <li key={code} className={styles.size}>
            {code}
            {isExisting(code) && <Badge>{sizeRunMessages.exists}</Badge>}
          </li>
        ))}
      </ul>
    </>
  )
}

const describeRun = (total: number, existing: number) =>
  total === existing
    ? sizeRunMessages.allExist
    : sizeRunMessages.preview(total - existing, existing)
