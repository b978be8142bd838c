import { useEffect, useState } from 'react'
import { buildListUrl, createPanelUrls, withPanel } from '#shared/engine/list/listView.ts'
import {
  getLogChainId,
  buildCheckpointsUrl,
  buildLogExportUrl,
  verifyLogChainBatch,
} from '#shared/areas/logs/logCalls.ts'
import type { LogVerification } from '#shared/areas/logs/logCalls.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { Progress } from '#client/frame/index.ts'
import { useApi, useCan } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { logsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

/**
 * Verifies the first part of the chain before the page is shown. The browser continues from there,
 * or a link does without JavaScript.
 */
const loadVerification = ({
  api,
  resource,
  id,
  signal,
}: PanelLoadContext): Promise<LogVerification> =>
  verifyLogChainBatch(api, getLogChainId(resource), id ?? 0, signal)

function VerifyPanel({ resource, view, loaded }: PanelProps<LogVerification>) {
  const chain = getLogChainId(resource)
  const check = useFullVerification(chain, loaded)
  const { checked, total, next, fault, dropped } = check
  const canExport = useCan()(resource, 'export')
  const [checkedText, totalText] = [formatNumber(checked), formatNumber(total)]
  const keptCount = total - (dropped?.count ?? 0)
  return (
    <Panel title={logsMessages.verify} close={buildListUrl(resource, withPanel(view, null))}>
      <div className={panel.body}>
        <Progress
          label={logsMessages.checking(checkedText, totalText)}
          percent={total === 0 ? 100 : Math.floor((checked / total) * 100)}
        />
        <div role="status">
          {fault ? (
            <VerificationError fault={fault} />
          ) : next === null ? (
            <p className={styles.valid}>
              {total === 0 ? logsMessages.none : logsMessages.right(keptCount)}
            </p>
          ) : (
            <p>
              {logsMessages.checking(checkedText, totalText)}{' '}
              <Link to={createPanelUrls(resource, view)('verify', next)}>{logsMessages.goOn}</Link>
            </p>
          )}
        </div>
        {dropped && (
          <p>
            <Instant
              at={dropped.until}
              format={(until) => logsMessages.dropped(dropped.count, until)}
            />
          </p>
        )}
        <p>{logsMessages.chain}</p>
        <div className={styles.files}>
          <a href={buildCheckpointsUrl(chain)} download>
            {logsMessages.checkpoints}
          </a>
          {canExport &&
            (['csv', 'ndjson'] as const).map((format) => (
              <a key={format} href={buildLogExportUrl(resource, view.query, format)} download>
                {logsMessages[format]}
              </a>
            ))}
        </div>
      </div>
    </Panel>
  )
}

function VerificationError({
  fault: { kind, seq, entry },
}: {
  fault: NonNullable<LogVerification['fault']>
}) {
  const position = formatNumber(seq)
  // An unknown kind gets the generic message.
  const knownKind = kind as keyof typeof logsMessages.faults
  return (
    <div className={panel.refusal} role="alert">
      <p>{(logsMessages.faults[knownKind] ?? logsMessages.wrong)(position)}</p>
      {entry && (
        <p>
          <Instant at={entry.time} /> {entry.event}
        </p>
      )}
    </div>
  )
}

/** Verifies the rest of the chain, slice by slice. */
function useFullVerification(chain: number, first: LogVerification): LogVerification {
  const api = useApi()
  const [check, setCheck] = useState(first)
  const { next } = check
  useEffect(() => {
    if (next === null) return undefined
    const controller = new AbortController()
    // If the request fails, the link can continue.
    verifyLogChainBatch(api, chain, next, controller.signal).then(setCheck, () => {})
    return () => controller.abort()
  }, [api, chain, next])
  return check
}

/**
 * Verifies that entries are unchanged, slice by slice, and offers the files that prove it to
 * others.
 */
export const verifyPanel = { Panel: VerifyPanel, intents: {}, load: loadVerification }
