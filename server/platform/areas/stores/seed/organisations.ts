import type { organisations as definition } from '#shared/areas/stores/organisations.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import { pick } from '#server/platform/demoData/random.ts'
import type { Random } from '#server/platform/demoData/random.ts'
import { regions } from '#server/platform/demoData/regions.ts'
import { lines, slug, words } from '#server/platform/demoData/words.ts'

type Organization = { row: ValuesOf<typeof definition>; tag: string }

const first = lines(`
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

const coined = words(`
  Ashgrove Birchwell Cloverdeep Dovecroft Emberley Foxholm Greyfell Hollinmoor Islebrook Kingsmere Larchwood Mossvale
  Northwick Otterburn Pinehurst Quarrybank Ravensea Silverbeck Thornfield Underhill Vinebridge Westerlea Yarrowdale`)
const trades = words(`
  Foods/food Freight/logistics Clinics/health Energy/energy Bank/finance Builders/building Media/media Textiles/retail
  Robotics/technology Schools/education Hotels/travel Chemicals/industry Insurance/insurance Dairies/food`)

export function newOrganisation(random: Random, taken: Set<string>): Organization {
  for (let index = 0; ; index++) {
    const found = organisation(index, random)
    if (taken.has(found.row.name)) continue
    taken.add(found.row.name)
    return found
  }
}

function organisation(index: number, random: Random): Organization {
  const [country = 'US', tag = 'other', ...name] = first[index]?.split(' ') ?? madeUp(index, random)
  const row: Organization['row'] = {
    name: name.join(' '),
    // The tables have countries of the platform alone; a test asks the definition.
    country: country as Organization['row']['country'],
    contactEmail: `office@${mailDomain(name.join(' '))}`,
    notes: index % 9 === 4 ? 'Renews in the fall. Contact the purchasing team first.' : null,
  }
  return { row, tag }
}

export const mailDomain = (organisation: string): string => `${slug(organisation)}.example.com`

function madeUp(index: number, random: Random): string[] {
  const number = index - first.length
  const word = coined[number % coined.length] ?? 'Plain'
  const row = Math.floor(number / coined.length)
  const [trade = '', tag = ''] = trades[row % trades.length]?.split('/') ?? []
  const round = Math.floor(row / trades.length)
  const { country } = pick(random, regions, 1.4)
  return [country, tag, word, trade, ...(round === 0 ? [] : [String(round + 1)])]
}
