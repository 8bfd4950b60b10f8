import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Certificates in a folder, made by openssl as docs/signer.md says. */
export interface Certificates {
  /** Has an authority of its own, made when it is named first, give a certificate for a subject such as `IP:127.0.0.1`. */
  issue(authority: string, name: string, subject: string): void;
  /** Where a certificate (`.pem`) or a key (`.key`) is. */
  path(file: string): string;
  pem(name: string): string;
}

/** For tests: makes certificates in an existing folder. */
export function createCertificates(folder: string): Certificates {
  const path = (file: string): string => join(folder, file);
  const openssl = (...words: string[]): unknown => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const fresh = ['-newkey', 'rsa:2048', '-nodes', '-subj'];
  const days = ['-days', '2'];
  return {
    issue: (authority, name, subject) => {
      const [caPem, caKey] = [`${authority}.pem`, `${authority}.key`];
      if (!existsSync(path(caPem))) {
        openssl('req', '-x509', ...fresh, `/CN=${authority}`, ...days, '-keyout', caKey, '-out', caPem);
      }
      openssl('req', ...fresh, `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
      writeFileSync(path('names'), `subjectAltName=${subject}\n`);
      const from = ['-CA', caPem, '-CAkey', caKey, '-CAcreateserial', '-extfile', 'names'];
      openssl('x509', '-req', '-in', `${name}.csr`, ...from, ...days, '-out', `${name}.pem`);
    },
    path,
    pem: (name) => readFileSync(path(`${name}.pem`), 'utf8'),
  };
}
