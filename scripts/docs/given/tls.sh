# needs openssl
# A token, and a certificate with its key.
openssl rand -hex 32 > token
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost \
  -keyout key.pem -out cert.pem 2> openssl.log || { cat openssl.log; exit 1; }
