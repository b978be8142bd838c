import type { organisations as definition } from '#shared/areas/stores/organisations.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import { pickRandom } from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import { regions } from '#server/platform/demoData/regions.ts'
import { parseLines, toSlug, parseWords } from '#server/platform/demoData/text.ts'

type OrganizationSeed = { row: ValuesOf<typeof definition>; tag: string }

const namedOrganizations = parseLines(`
  GB logistics Brackenfold Logistics
  GB insurance Calder & Voss
  IE insurance Dunmarrow Insurance
  US health Elmsgate Dental
  GB transport Fennwick Railways
  NL health Glasshollow Optics
  US energy Hartmoor Energy
  AE transport Ivoryline Airways
  GB consulting Juniper & Thrale
  US logistics Kestrelmark Freight
  US health Larkspur Vale Hospitals
  IE food Mirebrook Brewing
  SE industry Nordvind Maskin
  US care Oakhaven Homes
  GB media Pellworth Publishing
  US technology Quillonic Robotics
  DE industry Rosenfels Werkzeugbau
  CA food Saltmarsh Seafood
  GB finance Tarnwick Bank
  US media Umbrafield Studios
  FR beauty Vallombre Cosmétiques
  GB building Wexcombe Builders
  AU industry Ystrad Mining
  DE energy Zephyrine Turbinen
  FR travel Aubépine Hôtels
  CH insurance Bergfriedt Versicherung
  US food Copperlane Coffee
  DE media Drosselmoor Verlag
  BR food Estrela do Vale
  NO technology Fjordlysen Telekom
  SG health Ginkgo Ward Clinics
  JP technology Hoshikawa Denshi
  DE travel Isarblickt Reisen
  US education Jasperfield Schools
  CZ retail Kolibřík Hračky
  GB retail Lindenmarsh Stores
  IT food Montefosco Vini
  NL retail Nettlecombe Gardens
  PL industry Orlikowo Szkło
  ES energy Peña Solana Energía`)

const coinedNames = parseWords(`
  Ashgrove Birchwell Cloverdeep Dovecroft Emberley Foxholm Greyfell Hollinmoor Islebrook Kingsmere Larchwood Mossvale
  Northwick Otterburn Pinehurst Quarrybank Ravensea Silverbeck Thornfield Underhill Vinebridge Westerlea Yarrowdale`)
const trades = parseWords(`
  Foods/food Freight/logistics Clinics/health Energy/energy Bank/finance Builders/building Media/media Textiles/retail
  Robotics/technology Schools/education Hotels/travel Chemicals/industry Insurance/insurance Dairies/food`)

export function createOrganization(random: RandomSource, usedNames: Set<string>): OrganizationSeed {
  for (let index = 0; ; index++) {
    const organization = buildOrganization(index, random)
    if (usedNames.has(organization.row.name)) continue
    usedNames.add(organization.row.name)
    return organization
  }
}

function buildOrganization(index: number, random: RandomSource): OrganizationSeed {
  const [country = 'US', tag = 'other', ...name] =
    namedOrganizations[index]?.split(' ') ?? inventOrganization(index, random)
  const row: OrganizationSeed['row'] = {
    name: name.join(' '),
    // The tables contain only countries of the platform, which a test checks.
    country: country as OrganizationSeed['row']['country'],
    contactEmail: `office@${buildDemoEmailDomain(name.join(' '))}`,
    notes: index % 9 === 4 ? 'Renews in the fall. Contact the purchasing team first.' : null,
  }
  return { row, tag }
}

export const buildDemoEmailDomain = (organisation: string): string =>
  `${toSlug(organisation)}.example.com`

function inventOrganization(index: number, random: RandomSource): string[] {
  const number = index - namedOrganizations.length
  const word = coinedNames[number % coinedNames.length] ?? 'Plain'
  const row = Math.floor(number / coinedNames.length)
  const [trade = '', tag = ''] = trades[row % trades.length]?.split('/') ?? []
  const round = Math.floor(row / trades.length)
  const { country } = pickRandom(random, regions, 1.4)
  return [country, tag, word, trade, ...(round === 0 ? [] : [String(round + 1)])]
}
