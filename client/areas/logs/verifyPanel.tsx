import { useEffect, useState } from 'react'
import { listAddress, panelAddresses, withPanel } from '#shared/engine/list/listView.ts'
import { chainOf, checkpointsFile, exportFile, verifyChain } from '#shared/areas/logs/logCalls.ts'
import type { ChainCheck } from '#shared/areas/logs/logCalls.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { useApi, useMay } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { logsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

/** The first entries of the chain are checked before the page is shown; the browser goes on from there, or a link does. */
const verifyFrom = ({ api, resource, id, signal }: PanelWork): Promise<ChainCheck> =>
  verifyChain(api, chainOf(resource), id ?? 0, signal)

function VerifyPanel({ resource, view, loaded }: PanelProps<ChainCheck>) {
  const chain = chainOf(resource)
  const check = useWholeCheck(chain, loaded)
  const { checked, total, next, fault, dropped } = check
  const mayExport = useMay()(resource, 'export')
  const [done, all] = [formatNumber(checked), formatNumber(total)]
  const kept = formatNumber(total - (dropped?.count ?? 0))
  return (
    <Panel title={say.verify} close={listAddress(resource, withPanel(view, null))}>
      <div className={panel.body}>
        <Progress
          label={say.checking(done, all)}
          percent={total === 0 ? 100 : Math.floor((checked / total) * 100)}
        />
        <div role="status">
          {fault ? (
            <Fault fault={fault} />
          ) : next === null ? (
            <p className={styles.right}>{total === 0 ? say.none : say.right(kept)}</p>
          ) : (
            <p>
              {say.checking(done, all)}{' '}
              <Link to={panelAddresses(resource, view)('verify', next)}>{say.goOn}</Link>
            </p>
          )}
        </div>
        {dropped && (
          <p>
            <Instant
              at={dropped.until}
              say={(until) => say.dropped(formatNumber(dropped.count), until)}
            />
          </p>
        )}
        <p>{say.chain}</p>
        <div className={styles.files}>
          <a href={checkpointsFile(chain)} download>
            {say.checkpoints}
          </a>
          {mayExport &&
            (['csv', 'ndjson'] as const).map((format) => (
              <a key={format} href={exportFile(resource, view.query, format)} download>
                {say[format]}
              </a>
            ))}
        </div>
      </div>
    </Panel>
  )
}

function Fault({ fault: { kind, seq, entry } }: { fault: NonNullable<ChainCheck['fault']> }) {
  const at = formatNumber(seq)
  const known = kind as keyof typeof say.faults // One that is not known is told as it is.
  return (
    <div className={panel.refusal} role="alert">
      <p>{(say.faults[known] ?? say.wrong)(at)}</p>
      {entry && (
        <p>
          <Instant at={entry.time} /> {entry.event}
        </p>
      )}
    </div>
  )
}

/** Goes on to the end of the chain, slice by slice. */
function useWholeCheck(chain: number, first: ChainCheck): ChainCheck {
  const api = useApi()
  const [check, found] = useState(first)
  const { next } = check
  useEffect(() => {
    if (next === null) return undefined
    const leaving = new AbortController()
    // What cannot be asked can be gone on with by the link.
    verifyChain(api, chain, next, leaving.signal).then(found, () => {})
    return () => leaving.abort()
  }, [api, chain, next])
  return check
}

/** Whether the entries are as they were written: checked slice by slice, with what proves it to others. */
export const verifyPanel = { Panel: VerifyPanel, intents: {}, load: verifyFrom }
