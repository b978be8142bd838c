import type { ReactNode } from 'react'
import { findUnknownStepsToConfirm } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import { fixParams, fixStoreParam } from './fixParams.ts'
import { storeFixPart } from './storeFixPart.ts'
import type { StoreFix, StoreFixOptions } from './storeFixPart.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Status } from '#client/ui/Status.tsx'
import { stayParam } from '#client/form/handleForm.ts'
import type { Intent, Intents } from '#client/form/handleForm.ts'
import type {
  PanelDefinition,
  PanelProps,
  PanelLoadContext,
} from '#client/list/panels/definePanels.ts'
import { setupPageMessages } from '../setupPageMessages.ts'
import * as styles from '../integrations.css.ts'

/** Loads the fix if the operator came here from a store. */
export const findStoreFix = async (options: StoreFixOptions): Promise<StoreFix> =>
  options.params.has(fixStoreParam) ? (await storeFixPart.load()).loadStoreFix(options) : null

/** Returns what to do. A detail that starts with the cause would repeat the notice below. */
const getInstruction = (detail: string | null, cause: string | undefined): string | null =>
  cause && detail?.startsWith(cause) ? setupPageMessages.fixProblemBelow : detail

type StoreFixBarProps = {
  storeFix: StoreFix
  /** The cause that a notice below already gives. */
  cause?: string | undefined
  /** The last tests of the setup, newest first. */
  history?: readonly TestHistoryEntry[]
}

/** Shows above a setup from which store the operator came, why, the way back, and the next check. */
export function StoreFixBar({ storeFix, cause, history = [] }: StoreFixBarProps) {
  if (!storeFix) return null
  const { title, uncheckedTitle, detail, ok, back, next, nextStore, unpaid } = storeFix
  const unchecked = uncheckedTitle === null ? 0 : findUnknownStepsToConfirm(history).length
  return (
    <div className={styles.storeFix}>
      <p role="status" className={styles.wrappingText}>
        <Status tone={ok ? 'good' : 'warn'}>
          <strong className={styles.wrappingText}>{unchecked > 0 ? uncheckedTitle : title}</strong>
        </Status>{' '}
        {getInstruction(detail, cause)}{' '}
        {unchecked > 0 && `${setupPageMessages.unchecked(unchecked)} `}
        {unpaid && `${unpaid.text} `}
        {nextStore?.to === null && nextStore.label}
      </p>
      <div className={styles.fixActions}>
        {unpaid && (
          <ButtonLink to={unpaid.to} size="small">
            {setupPageMessages.viewIncident}
          </ButtonLink>
        )}
        <ButtonLink to={back} color="white" size="small">
          {setupPageMessages.backToStore}
        </ButtonLink>
        {next && (
          <ButtonLink to={next.to} color="white" size="small">
            {setupPageMessages.nextFix(next.label)}
          </ButtonLink>
        )}
        {nextStore?.to && (
          <ButtonLink to={nextStore.to} color="white" size="small">
            {nextStore.label}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Adds the present URL's fix parameters to a URL. */
export function copyFixParams(url: string, present: URLSearchParams): string {
  const pairs = fixParams.flatMap((name) => {
    const value = present.get(name)
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  if (pairs.length === 0) return url
  const [page = '', hash] = url.split('#')
  const start = page === '' || page.includes('?') ? `${page}&` : `${page}?`
  return `${start}${pairs.join('&')}${hash ? `#${hash}` : ''}`
}

type FixPanelData<Loaded> = { of: Loaded; storeFix: StoreFix }

/**
 * Creates a panel for settings that a store may lead to. `bar` shows which check it fixes, and its
 * test comes next.
 */
export const createPanelWithStoreFix = <Loaded,>({
  Panel,
  intents,
  load,
}: {
  Panel: (props: PanelProps<Loaded> & { bar: ReactNode }) => ReactNode
  intents: Intents
  load: (work: PanelLoadContext) => Promise<Loaded>
}): PanelDefinition<FixPanelData<Loaded>> => ({
  Panel: ({ loaded: { of, storeFix }, ...props }) => (
    <Panel {...props} loaded={of} bar={<StoreFixBar storeFix={storeFix} />} />
  ),
  intents: addFixParamsToRedirects(intents),
  async load(context) {
    const [of, storeFix] = await Promise.all([load(context), findStoreFix(context)])
    return { of, storeFix }
  },
})

/**
 * Keeps the fix parameters through a form. A form that leads away goes to the test of what was
 * saved.
 */
export const addFixParamsToRedirects = (intents: Intents): Intents =>
  Object.fromEntries(
    Object.entries(intents).map(([name, intent]): [string, Intent] => [
      name,
      async (context) => {
        const result = await intent(context)
        const { pathname, search, searchParams } = new URL(context.url)
        if (!searchParams.has(fixStoreParam) || !('notice' in result)) return result
        if (context.form.has(stayParam)) return { ...result, to: pathname + search }
        const { to = result.of && buildFixUrl(context.resource, result.of, null) } = result
        return to === undefined ? result : { ...result, to: copyFixParams(to, searchParams) }
      },
    ]),
  )
