import { crc32 } from 'node:zlib'

const facts = (content: Buffer, name: Buffer): Buffer => {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt16LE(0x800, 0) // Names are UTF-8.
  bytes.writeUInt32LE(crc32(content), 8)
  bytes.writeUInt32LE(content.length, 12)
  bytes.writeUInt32LE(content.length, 16)
  bytes.writeUInt16LE(name.length, 20)
  return bytes
}

export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [path, given] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(given)]
    const told = facts(content, name)
    const begin = Buffer.from('PK\x03\x04\x14\0', 'latin1')
    const local = Buffer.concat([begin, told, Buffer.alloc(2), name, content])
    const rest = Buffer.alloc(16)
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 8)
    rest.writeUInt32LE(offset, 12)
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x03\x14\0', 'latin1'), told, rest, name]),
    )
    bodies.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}
