import '#client/frame/people.ts'
import '#client/frame/forms.ts'
import { AreaPanel } from './AreaPanel.tsx'
import { permissionsAt } from './loader.ts'
import type { PermissionsData } from './loader.ts'
import { WhyPanel } from './WhyPanel.tsx'

/** What lies over the catalogue, where the address asks for it. */
export function PermissionPanels(data: PermissionsData) {
  const { area, asked, entries, search } = data
  const close = permissionsAt(search)
  return (
    <>
      {area !== null && <AreaPanel {...{ area, entries, close }} />}
      {asked && <WhyPanel {...data} asked={asked} close={close} />}
    </>
  )
}
