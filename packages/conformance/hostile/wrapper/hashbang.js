// technique: a hashbang line is a comment only at the start
// attempts: to have the wrapper's first line commented out, or the text misread
// allowed: contained, runtime_error
// doors: execute

#!/usr/bin/env node
"contained"
