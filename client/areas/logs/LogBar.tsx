import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { listAddress, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { Filter } from '#shared/engine/list/listQuery.ts'
import { tailAddress } from '#shared/areas/logs/logCalls.ts'
import { logPeriods, withoutSince } from '#shared/areas/logs/logPeriods.ts'
import { onLost, whileSeen } from '#client/runtime/whileSeen.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { Status } from '#client/ui/Status.tsx'
import { logsMessages } from './words.ts'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Logs.css.ts'

const say = logsMessages

type Props = Pick<ListProps, 'resource' | 'view'>
type PeriodProps = Props & { at: string }

/** The time that the log is shown since: one of the usual ones, or any. */
export function Period({ resource, view, at }: PeriodProps) {
  const periods = logPeriods(view.query.filters, at)
  const current = periods.find((period) => period.current)
  const name = current ? say.spans[current.name] : say.anyTime
  const to = (filters: Filter[]) => listAddress(resource, withQuery(view, { filters }))
  return (
    <Menu
      label={say.since(name)}
      look="dashed"
      face={
        <>
          <span className={current && styles.chosen}>{name}</span>
          <span className={`${glyph.opens} ${toolbar.wideOnly}`} />
        </>
      }
    >
      <MenuList>
        {periods.map((period) => (
          <MenuLink
            key={period.name}
            to={to(period.filters)}
            aria-current={period.current ? 'true' : undefined}
            preventScrollReset
          >
            {say.periods[period.name]}
          </MenuLink>
        ))}
        {current && (
          <MenuLink to={to(withoutSince(view.query.filters))} preventScrollReset>
            {say.anyTime}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

/** What shows what is new: at once, or from now on. */
export const Newest = (props: Props) => (
  <span className={styles.newest}>
    <Link
      to={listAddress(props.resource, withPanel(props.view, null))}
      className={`${toolbar.quiet} ${glyph.refresh}`}
      aria-label={say.refresh}
      title={say.refresh}
      preventScrollReset
    />
    <Live {...props} />
  </span>
)

/** Reads the list again whenever the platform tells of new entries; closed while nobody looks at the page. */
function Live({ resource, view }: Props) {
  const [isOn, turn] = useState(false)
  const { revalidate } = useRevalidator()
  const address = tailAddress(resource, view.query)
  useEffect(() => {
    if (!isOn) return undefined
    let wasOpen = false
    return whileSeen((lost) => {
      const source = new EventSource(address)
      source.addEventListener('open', () => {
        // What came while it was away.
        if (wasOpen) void revalidate()
        wasOpen = true
      })
      source.addEventListener('entries', () => void revalidate())
      onLost(source, lost)
      return () => source.close()
    })
  }, [isOn, address, revalidate])
  return (
    <button
      type="button"
      className={`${toolbar.quiet} ${styles.live}`}
      aria-pressed={isOn}
      title={say.liveTitle}
      onClick={() => {
        turn(!isOn)
        if (!isOn) void revalidate()
      }}
    >
      <Status tone={isOn ? 'good' : 'off'}>{say.live}</Status>
    </button>
  )
}
