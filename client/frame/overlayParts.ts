import type { ReactNode } from 'react'
import type { LoaderFunctionArgs, Location } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { jobsParam } from '#shared/engine/jobs/jobsUrl.ts'
import { passwordParam } from '#shared/navigation/passwordUrl.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import type { Actors } from '../runtime/actors.ts'
import { createLazyPart } from '../runtime/lazyPart.ts'
import { paletteParam } from '../shell/paletteUrl.ts'
import type { PaletteScope } from '../shell/paletteUrl.ts'

/** What the frame knows of the data of an overlay. It hands all of it back to the overlay's part. */
type PaletteData = { among: PaletteScope }
type JobsData = { id: string }

/*
 * Methods, because each part's component takes the data that its own `load` returns, of which the
 * frame knows less.
 */
type PalettePart = {
  load(args: LoaderFunctionArgs): Promise<PaletteData>
  Palette(props: {
    among: PaletteScope
    loaded: PaletteData | null
    /** `leaves`: closes for a link to another page, which the frame follows. */
    onClose: (leaves?: boolean) => void
  }): ReactNode
  buildUrlWithoutPalette(here: Location): string
}
type JobsPart = {
  load(args: LoaderFunctionArgs): Promise<JobsData>
  Jobs(props: {
    asked: { id?: string }
    ask: (asked: { id?: string }) => void
    loaded: JobsData | null
  }): ReactNode
}
type PasswordPart = { ResetPasswordModal(): ReactNode }
type ZonePart = {
  load(args: LoaderFunctionArgs): Promise<Option[]>
  TimeZoneModal(props: { zones: readonly Option[] }): ReactNode
  saveOwnTimeZone(page: { api: Api; session: Actors['session'] }): Promise<void>
}

/** The overlays by the URL parameter that opens them. */
export const overlays = {
  [paletteParam]: createLazyPart<PalettePart>(),
  [jobsParam]: createLazyPart<JobsPart>(),
  [passwordParam]: createLazyPart<PasswordPart>(),
  [zoneParam]: createLazyPart<ZonePart>(),
}

/** The dialog that asks the operator to confirm who they are. */
export const stepUpPart = createLazyPart<{
  StepUpDialog(props: { onClose: (isConfirmed: boolean) => void }): ReactNode
}>()
