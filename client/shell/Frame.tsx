import { Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import { useSelector } from '@xstate/react'
import { KeysHelp } from './KeysHelp.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RouteFailure } from './RouteFailure.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useInstantTitles } from './useInstantTitles.ts'
import { TopBar } from './TopBar.tsx'
import * as styles from './Shell.css.ts'
import { useEffect, useState } from 'react'
import { asksForPassword } from '#shared/passwordAddress.ts'
import { loadedPalette, loadedPassword, loadedZones, loadZones, onPaletteAsked } from './finding.ts'
import type { Among, FrameData } from './finding.ts'
import { useActors, useApi } from '../ConsoleContext.tsx'

/** What stands around the page of a signed-in operator (spec.md section 2, "Shell"). */
export function Frame() {
  const loading = useNavigation().state === 'loading'
  useWindowWidth()
  useInstantTitles()
  useFirstZone()
  return (
    <div className={styles.frame}>
      <TopBar />
      <SideMenu />
      <main id="content" className={styles.content} aria-busy={loading || undefined} tabIndex={-1}>
        <Outlet />
      </main>
      <KeysHelp />
      <FoundAnywhere />
      <ZoneChoice />
      <PasswordChange />
    </div>
  )
}

/** The palette, once it was asked for: by its buttons, by Ctrl K, or by the address. */
function FoundAnywhere() {
  const loaded = useLoaderData() as FrameData // `frameLoader` is the loader of this route.
  const asked = loaded && 'among' in loaded ? loaded : null
  const [among, setAmong] = useState<Among | null>(asked?.among ?? null)
  const here = useLocation()
  const navigate = useNavigate()
  useEffect(() => onPaletteAsked(setAmong), [])
  const palette = loadedPalette()
  if (!palette || !among) return null
  const { Palette, closeAddress } = palette
  const close = (to?: string) => {
    setAmong(null)
    if (to) void navigate(to)
    else if (asked) void navigate(closeAddress(here), { replace: true, preventScrollReset: true })
  }
  return <Palette {...{ among }} loaded={asked} onClose={close} />
}

/** The choice of a time zone, where the address asks for it. */
function ZoneChoice() {
  const loaded = useLoaderData() as FrameData
  const module = loadedZones()
  return module && loaded && 'zones' in loaded ? <module.ZoneModal zones={loaded.zones} /> : null
}

/** The Reset Password modal, from when the address first asked for it: what it sent may be answered after it was closed. */
function PasswordChange() {
  const asked = asksForPassword(useLocation().search)
  const [wasAsked, setWasAsked] = useState(asked)
  if (asked && !wasAsked) setWasAsked(true)
  const module = wasAsked ? loadedPassword() : undefined
  return module ? <module.ResetPasswordModal /> : null
}

/** The browser's time zone is the operator's where the platform would keep one and has none; without it pages stay in UTC. */
function useFirstZone(): void {
  const { session } = useActors()
  const api = useApi()
  const isUnknown = useSelector(session, ({ context }) => context.user?.timeZone === null)
  useEffect(() => {
    let wanted = isUnknown
    if (wanted)
      loadZones()
        .then(({ keepOwnZone }) => (wanted ? keepOwnZone({ api, session }) : undefined))
        .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [api, session, isUnknown])
}

/** In place of a page that failed, under the name of its route. */
export const FailedPage = () => (
  <>
    <PageHeader />
    <RouteFailure />
  </>
)

/** Tells the side menu how wide the window is, from hydration on. */
function useWindowWidth(): void {
  const { sideMenu } = useActors()
  useEffect(() => {
    const tell = () => sideMenu.send({ type: 'window.resized', width: window.innerWidth })
    tell()
    window.addEventListener('resize', tell)
    return () => window.removeEventListener('resize', tell)
  }, [sideMenu])
}
