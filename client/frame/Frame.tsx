import {
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from 'react-router'
import { useSelector } from '@xstate/react'
import { getCurrentRoute } from '../runtime/pageTitle.ts'
import { ActionOffersContext, createActionOffers } from '../ui/pageActions.ts'
import { HeaderActions, PageHeader } from '../ui/PageHeader.tsx'
import { RouteFailure } from '../shell/RouteFailure.tsx'
import { LeaveConfirmation } from './LeaveConfirmation.tsx'
import { createSwitchStoreAction } from './PaletteButton.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useInstantTooltips } from '../shell/useInstantTooltips.ts'
import { TopBar } from './TopBar.tsx'
import { ViewBanner } from './ViewBanner.tsx'
import { readKeyBuffer, startKeyBuffer } from '../shell/keyBuffer.ts'
import { KeysHelp } from '../shell/KeysHelp.tsx'
import { startFocusRecovery } from '../shell/startFocusRecovery.ts'
import * as styles from '../shell/Shell.css.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { jobsParam } from '#shared/engine/jobs/jobsUrl.ts'
import { hasPasswordParam, passwordParam } from '#shared/navigation/passwordUrl.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import { overlays, stepUpPart } from './overlayParts.ts'
import { confirmation } from '../runtime/confirmIdentity.ts'
import { listenForOverlayLinks } from './overlays.ts'
import type { OverlayData } from './overlays.ts'
import { paletteScopeParam, paletteParam } from '../shell/paletteUrl.ts'
import type { PaletteScope } from '../shell/paletteUrl.ts'
import {
  paletteLinkSelector,
  consumeEarlyPaletteKey,
  claimPaletteKey,
} from '../shell/paletteKey.ts'
import { isInFieldOrDialog } from '../ui/focus/isInFieldOrDialog.ts'
import { useActors, useApi } from '../runtime/ConsoleContext.tsx'

/** Renders the frame around a signed-in operator's page (spec.md section 2, "Shell"). */
export function Frame() {
  const loading = useNavigation().state === 'loading'
  // Every page of a store links to the same page of another store (screens.md, "The shell").
  const isOfStore = getCurrentRoute(useMatches())?.path.startsWith('/stores/:storeId')
  const here = useLocation()
  const [offers] = useState(createActionOffers)
  useWindowWidth()
  useInstantTooltips()
  useInitialTimeZone()
  useFocusRestoration()
  return (
    <ActionOffersContext value={offers}>
      <div className={styles.frame}>
        <TopBar />
        <SideMenu />
        <main
          id="content"
          className={styles.content}
          aria-busy={loading || undefined}
          tabIndex={-1}
        >
          <ViewBanner />
          <HeaderActions value={isOfStore ? [createSwitchStoreAction(here)] : []}>
            <Outlet />
          </HeaderActions>
        </main>
        <KeysHelpOverlay />
        <Overlays />
        <StepUpOverlay />
        <LeaveConfirmation />
      </div>
    </ActionOffersContext>
  )
}

function Overlays() {
  const data = useLoaderData() as OverlayData | undefined // `frameLoader` is this route's loader.
  const Zones = overlays[zoneParam].get()?.TimeZoneModal
  return (
    <>
      <PaletteOverlay found={data?.find} />
      <JobsOverlay loaded={data?.jobs} />
      <PasswordOverlay />
      {Zones && data?.timeZone && <Zones zones={data.timeZone} />}
    </>
  )
}

function PaletteOverlay({ found = null }: { found: OverlayData['find'] | null }) {
  const [among, setAmong] = useState<PaletteScope | null>(found?.among ?? null)
  const here = useLocation()
  const navigate = useNavigate()
  const onWait = useEffectEvent(() => {
    if (!among) startKeyBuffer()
  })
  useEffect(() => {
    let isAsked = false
    const press = () => document.querySelector<HTMLElement>(paletteLinkSelector)?.click()
    const onKeyDown = (event: KeyboardEvent) => claimPaletteKey(event) && press()
    document.addEventListener('keydown', onKeyDown)
    const stopListening = listenForOverlayLinks(
      paletteParam,
      (params) => setAmong(params.has(paletteScopeParam) ? 'stores' : 'all'),
      () => {
        isAsked = true
        onWait()
      },
    )
    // Runs after React's second effect run (development), whose cleanup ends the first.
    if (consumeEarlyPaletteKey()) queueMicrotask(press)
    return () => {
      if (isAsked) readKeyBuffer()
      document.removeEventListener('keydown', onKeyDown)
      stopListening()
    }
  }, [])
  const palette = overlays[paletteParam].get()
  if (!palette || !among) return null
  const { Palette, buildUrlWithoutPalette: buildCloseUrl } = palette
  const close = (leaves = false) => {
    setAmong(null)
    if (found && !leaves)
      void navigate(buildCloseUrl(here), { replace: true, preventScrollReset: true })
  }
  return <Palette {...{ among }} loaded={found} onClose={close} />
}

/** Shows the jobs panel, which stays open until it is closed, even across reloads. */
function JobsOverlay({ loaded = null }: { loaded: OverlayData['jobs'] | null }) {
  const { session } = useActors()
  const hasActiveJobs = useSelector(session, ({ context }) => Boolean(context.user?.jobsUnderWay))
  // Null until first needed, then the job at which the panel is open.
  const [request, setRequest] = useState<{ id?: string } | null>(loaded)
  useEffect(() => {
    const savedId = sessionStorage.getItem(jobsParam)
    if (hasActiveJobs || savedId !== null)
      overlays[jobsParam].load().then(
        () => setRequest((previous) => previous ?? (savedId === null ? {} : { id: savedId })),
        () => undefined,
      )
  }, [hasActiveJobs])
  useEffect(() => {
    return listenForOverlayLinks(jobsParam, (params, { dataset }) =>
      setRequest((previous) =>
        previous?.id !== undefined && 'toggles' in dataset
          ? {}
          : { id: params.get(jobsParam) ?? '' },
      ),
    )
  }, [])
  const [address, setAddress] = useState(loaded?.id)
  if (loaded?.id !== address) {
    setAddress(loaded?.id)
    if (loaded) setRequest(loaded)
  }
  const module = overlays[jobsParam].get()
  return module && request && <module.Jobs {...{ asked: request, loaded, ask: setRequest }} />
}

/** Stays mounted after it was opened once, because a response may arrive after it was closed. */
function PasswordOverlay() {
  const isRequested = hasPasswordParam(useLocation().search)
  const [wasRequested, setWasRequested] = useState(isRequested)
  if (isRequested && !wasRequested) setWasRequested(true)
  const module = wasRequested ? overlays[passwordParam].get() : undefined
  return module ? <module.ResetPasswordModal /> : null
}

/** Asks the operator to confirm who they are when a call needs it, and then repeats the call. */
function StepUpOverlay() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  useEffect(
    () =>
      confirmation.provide(async () => {
        await stepUpPart.load()
        return new Promise((resolve) => setAnswer(() => resolve))
      }),
    [],
  )
  const module = answer && stepUpPart.get()
  if (!module) return null
  const close = (isConfirmed: boolean) => {
    setAnswer(null)
    answer(isConfirmed)
  }
  return <module.StepUpDialog onClose={close} />
}

/** Opens the list of keys on `?`. */
function KeysHelpOverlay() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === '?' && !isInFieldOrDialog(event.target)) setIsOpen(true)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return isOpen && <KeysHelp onClose={() => setIsOpen(false)} />
}

/**
 * Saves the browser's time zone if the platform supports one and has none saved. Until then pages
 * use UTC.
 */
function useInitialTimeZone(): void {
  const { session } = useActors()
  const api = useApi()
  const isUnknown = useSelector(
    session,
    ({ context: { user } }) => user?.timeZone === null && !user.view,
  )
  useEffect(() => {
    let wanted = isUnknown
    if (wanted)
      overlays[zoneParam]
        .load()
        .then(({ saveOwnTimeZone }) => (wanted ? saveOwnTimeZone({ api, session }) : undefined))
        .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [api, session, isUnknown])
}

function useFocusRestoration(): void {
  useEffect(() => {
    const controller = new AbortController()
    startFocusRecovery(controller.signal)
    return () => controller.abort()
  }, [])
}

export const FailedPage = () => (
  <>
    <PageHeader />
    <RouteFailure />
  </>
)

function useWindowWidth(): void {
  const { sideMenu } = useActors()
  useEffect(() => {
    const reportWidth = () => sideMenu.send({ type: 'window.resized', width: window.innerWidth })
    reportWidth()
    window.addEventListener('resize', reportWidth)
    return () => window.removeEventListener('resize', reportWidth)
  }, [sideMenu])
}
