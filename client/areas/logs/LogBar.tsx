import { useEffect, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildLogTailUrl } from '#shared/areas/logs/logCalls.ts'
import { getLogPeriods, removeSinceFilters } from '#shared/areas/logs/logPeriods.ts'
import { Status, listenForStreamLoss, whileVisible } from '#client/frame/index.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { useOfferedActions } from '#client/ui/pageActions.ts'
import { logsMessages } from './messages.ts'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Logs.css.ts'

type LogToolProps = Pick<ListProps, 'resource' | 'view'>
type PeriodMenuProps = LogToolProps & { at: string }

/** Selects the period that the log shows: a preset, or any time. */
export function LogPeriodMenu({ resource, view, at }: PeriodMenuProps) {
  const periods = getLogPeriods(view.query.filters, at)
  const current = periods.find((period) => period.current)
  const name = current ? logsMessages.spans[current.name] : logsMessages.anyTime
  const buildUrl = (filters: ListFilter[]) => buildListUrl(resource, withQuery(view, { filters }))
  return (
    <Menu
      label={logsMessages.since(name)}
      look="dashed"
      face={
        <>
          <span className={current && styles.selected}>{name}</span>
          <span className={`${glyph.opens} ${toolbar.wideOnly}`} />
        </>
      }
    >
      <MenuList>
        {periods.map((period) => (
          <MenuLink
            key={period.name}
            to={buildUrl(period.filters)}
            aria-current={period.current ? 'true' : undefined}
            preventScrollReset
          >
            {logsMessages.periods[period.name]}
          </MenuLink>
        ))}
        {current && (
          <MenuLink to={buildUrl(removeSinceFilters(view.query.filters))} preventScrollReset>
            {logsMessages.anyTime}
          </MenuLink>
        )}
      </MenuList>
    </Menu>
  )
}

/** Refreshes the log once, or keeps it live. */
export function RefreshTools(props: LogToolProps) {
  const refresh = {
    to: buildListUrl(props.resource, withPanel(props.view, null)),
    preventScrollReset: true,
  }
  useOfferedActions([
    { label: logsMessages.refresh, ...refresh },
    { label: logsMessages.live, submits: liveFormId },
  ])
  return (
    <span className={styles.newest}>
      <Link
        {...refresh}
        className={`${toolbar.quiet} ${glyph.refresh}`}
        aria-label={logsMessages.refresh}
        title={logsMessages.refresh}
      />
      <LiveButton {...props} />
    </span>
  )
}

/** ID of the form that the Live button and the palette submit. */
const liveFormId = 'live'

/**
 * Reloads the list whenever the platform reports new entries. The stream is closed while the page
 * is hidden.
 */
function LiveButton({ resource, view }: LogToolProps) {
  const [isOn, setIsOn] = useState(false)
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  const url = buildLogTailUrl(resource, view.query)
  useEffect(() => {
    if (!isOn) return undefined
    let wasOpen = false
    return whileVisible((onLost) => {
      const source = new EventSource(url)
      source.addEventListener('open', () => {
        // Loads entries that arrived while the stream was closed.
        if (wasOpen) void revalidate()
        wasOpen = true
      })
      source.addEventListener('entries', () => void revalidate())
      listenForStreamLoss(source, onLost)
      return () => source.close()
    })
  }, [isOn, url, revalidate])
  return (
    <form
      id={liveFormId}
      className={styles.newest}
      onSubmit={(event) => {
        event.preventDefault()
        setIsOn(!isOn)
        if (!isOn) void revalidate()
      }}
    >
      {/* A click before the script runs reloads the same list. */}
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={`${toolbar.quiet} ${styles.live}`}
        aria-pressed={isOn}
        title={logsMessages.liveTitle}
      >
        <Status tone={isOn ? 'good' : 'off'}>{logsMessages.live}</Status>
      </button>
    </form>
  )
}
