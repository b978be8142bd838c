import { crc32, deflateRawSync } from 'node:zlib'

type Part = {
  name: string | Buffer
  content?: string | Buffer
  /** The Unix mode and type. */
  mode?: number
  /** False values for the archive's headers. */
  overrides?: { size?: number; crc?: number; flags?: number; method?: number; at?: number }
  packed?: boolean
}

/** Builds a ZIP archive byte by byte, so that its headers can be wrong. */
export function buildArchive(parts: readonly Part[], before = Buffer.alloc(0)): Buffer {
  const bodies: Buffer[] = [before]
  const entries: Buffer[] = []
  let offset = before.length
  for (const { name, content = 'x', mode = 0o100644, overrides = {}, packed = true } of parts) {
    const label = Buffer.from(name)
    const contents = Buffer.from(content)
    const body = packed ? deflateRawSync(contents) : contents
    const { size = contents.length, crc = crc32(contents), flags = 0x800, at = offset } = overrides
    const header = Buffer.alloc(24)
    header.writeUInt16LE(flags, 0)
    header.writeUInt16LE(overrides.method ?? (packed ? 8 : 0), 2)
    header.writeUInt32LE(crc, 8)
    header.writeUInt32LE(body.length, 12)
    header.writeUInt32LE(size, 16)
    header.writeUInt16LE(label.length, 20)
    const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\0', 'latin1'), header, label, body])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x03\x14\0', 'latin1'), header, rest, label]),
    )
    bodies.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}
